package io.mintmark.simulation.client;

import io.mintmark.simulation.node.Answer;
import io.mintmark.simulation.node.Call;
import io.mintmark.simulation.node.World;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One reading of a document.
 *
 * @param record the reading as the judge hears of it
 */
record Reading(Call call, io.mintmark.testkit.history.Call record) {
    /** Begins a reading by a client. */
    static Reading of(World world, int client, int name, String id) {
        long scope = world.scope(name);
        return new Reading(
                Call.ofDocuments(Call.Kind.READ, name, id, null, scope),
                world.documents().client(client).read(world.documents().name(scope, id)));
    }

    /** Sends it; {@code then} hears the version, or an empty text if there is no document. */
    void ask(Documents.Asking asking, Consumer<String> then) {
        asking.ask(call, 1, answer -> heard(answer, then));
    }

    private void heard(@Nullable Answer answer, Consumer<String> then) {
        if (answer == null || answer.scope(call.name()) != call.scope()) {
            return;
        }
        String version = answer.version();
        if (version == null) {
            record.ok();
        } else {
            record.ok(version);
        }
        then.accept(version == null ? "" : version);
    }
}
