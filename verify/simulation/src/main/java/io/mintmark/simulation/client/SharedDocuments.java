package io.mintmark.simulation.client;

import io.mintmark.simulation.judge.DocumentHistory;
import io.mintmark.simulation.node.Answer;
import io.mintmark.simulation.node.Call;
import io.mintmark.simulation.node.World;
import io.mintmark.simulation.plan.Dice;
import io.mintmark.simulation.plan.Shape;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Documents that all clients change: each change names the version that the client knows, which is an old one if
 * another client was faster. A change is sent once, since nobody knows what became of one that was not answered.
 */
final class SharedDocuments {
    /** What their ids begin with. */
    static final String PREFIX = "doc/";

    private static final int COUNT = 24;
    private static final int KNOWN_MAX = 8;

    private final int number;
    private final World world;
    private final Dice dice;
    private final Documents.Asking asking;
    /** Versions by names of documents, empty if there is none. */
    private final Map<String, String> known = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, String> eldest) {
            return size() > KNOWN_MAX;
        }
    };

    SharedDocuments(int number, World world, Dice dice, Documents.Asking asking) {
        this.number = number;
        this.world = world;
        this.dice = dice;
        this.asking = asking;
    }

    /** Reads one of them if the client does not know its version, and changes it otherwise. */
    void readOrChange(int name) {
        String id = String.format(Locale.ROOT, "%s%02d", PREFIX, dice.below(COUNT));
        String recorded = world.documents().name(world.scope(name), id);
        String version = known.remove(recorded);
        if (version == null || dice.chance(0.2)) {
            Reading.of(world, number, name, id).ask(asking, found -> known.put(recorded, found));
        } else {
            change(name, id, recorded, version);
        }
    }

    private void change(int name, String id, String recorded, String version) {
        DocumentHistory history = world.documents();
        boolean deletes = !version.isEmpty() && dice.chance(0.3);
        Call.Kind kind = deletes ? Call.Kind.DELETE : Call.Kind.UPDATE;
        Call call = Call.ofDocuments(kind, name, id, version, world.scope(name));
        io.mintmark.testkit.history.Call change = deletes
                ? history.client(number).delete(recorded, version)
                : history.client(number).write(recorded, version);
        asking.ask(call, 1, answer -> changed(call, recorded, change, answer));
    }

    private void changed(Call call, String recorded, io.mintmark.testkit.history.Call change, @Nullable Answer answer) {
        if (answer == null || answer.scope(call.name()) != call.scope()) {
            return;
        }
        world.story().tell("client # changes a document of shop#: # ", number, call.name(), answer.number());
        if (answer.number() == 0) {
            // Where a group is several writes, one that was refused may have been made.
            if (world.settings().shape() != Shape.ONE_ROW) {
                change.failed();
            }
        } else if (answer.version() == null) {
            change.ok();
            known.put(recorded, "");
        } else {
            change.ok(answer.version());
            known.put(recorded, answer.version());
        }
    }
}
