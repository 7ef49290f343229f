package io.mintmark.simulation.client;

import io.mintmark.simulation.judge.Scope;
import io.mintmark.simulation.node.Answer;
import io.mintmark.simulation.node.Call;
import io.mintmark.simulation.node.World;
import io.mintmark.simulation.plan.Dice;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The documents of one client: it stores new ones, and looks for those that were acknowledged. */
final class Documents {
    private static final int DOCUMENTS_MAX = 8;

    private final int number;
    private final World world;
    private final Dice dice;
    private final Asking asking;
    private final Deque<StoredId> documents = new ArrayDeque<>();
    private long made;

    /** How a call is sent. */
    interface Asking {
        void ask(Call call, int attempts, Consumer<@Nullable Answer> then);
    }

    private record StoredId(int name, String id) {}

    Documents(int number, World world, Dice dice, Asking asking) {
        this.number = number;
        this.world = world;
        this.dice = dice;
        this.asking = asking;
    }

    /** Stores a new document, whose id this client or the node makes. */
    void put(int name) {
        boolean named = dice.chance(0.4);
        String id = named ? "own/" + number + "-" + ++made : null;
        Call call = new Call(named ? Call.Kind.STORE : Call.Kind.PUT, name, 0, 0, 0, null, null, id);
        asking.ask(call, named ? Client.ATTEMPTS : 1, answer -> stored(call, answer));
    }

    private void stored(Call call, @Nullable Answer answer) {
        if (answer == null || answer.id() == null) {
            return;
        }
        String id = answer.id();
        long database = Scope.of(call.name(), answer.era(), 0);
        if (call.kind() == Call.Kind.PUT) {
            world.history().named(database, id, number);
        }
        // No version is given twice either.
        world.history().named(database, String.valueOf(answer.version()), number);
        if (answer.putBacks() == world.engine().putBacks()
                && answer.era() == world.engine().era(call.name())) {
            world.history().stored(database, id);
            documents.addLast(new StoredId(call.name(), id));
        }
        if (documents.size() > DOCUMENTS_MAX) {
            documents.removeFirst();
        }
    }

    /** Asks for a document that was acknowledged; stores one if there is none. */
    void read(int name) {
        StoredId document = documents.peekFirst();
        if (document == null) {
            put(name);
            return;
        }
        Call call = new Call(Call.Kind.READ, document.name(), 0, 0, 0, null, null, document.id());
        asking.ask(call, 1, answer -> {
            if (answer != null && answer.putBacks() == world.engine().putBacks()) {
                long database = Scope.of(document.name(), answer.era(), 0);
                world.history().read(database, document.id(), answer.number() == 1, number);
            }
        });
    }
}
