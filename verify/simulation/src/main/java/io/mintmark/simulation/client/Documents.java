package io.mintmark.simulation.client;

import io.mintmark.simulation.judge.DocumentHistory;
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
    private final DocumentHistory history;
    private final Dice dice;
    private final Asking asking;
    private final Deque<StoredId> documents = new ArrayDeque<>();
    private long made;

    /** How a call is sent. */
    interface Asking {
        void ask(Call call, int attempts, Consumer<@Nullable Answer> then);
    }

    private record StoredId(int name, String id, long scope) {}

    Documents(int number, World world, Dice dice, Asking asking) {
        this.number = number;
        this.world = world;
        this.history = world.documents();
        this.dice = dice;
        this.asking = asking;
    }

    void putOrRead(int name) {
        if (dice.chance(0.6)) {
            put(name);
        } else {
            read(name);
        }
    }

    /** Stores a new document, whose id this client or the node makes. */
    private void put(int name) {
        boolean named = dice.chance(0.4);
        String own = "own/" + number + "-" + ++made;
        long scope = world.scope(name);
        String recorded = history.name(scope, own);
        io.mintmark.testkit.history.Call write = history.client(number).write(recorded);
        Call.Kind kind = named ? Call.Kind.STORE : Call.Kind.PUT;
        Call call = Call.ofDocuments(kind, name, named ? own : null, null, scope);
        asking.ask(call, named ? Client.ATTEMPTS : 1, answer -> stored(call, recorded, write, answer));
    }

    private void stored(Call call, String recorded, io.mintmark.testkit.history.Call write, @Nullable Answer answer) {
        if (answer == null || answer.id() == null || answer.version() == null) {
            return;
        }
        String id = answer.id();
        long database = Scope.of(call.name(), answer.era(), 0);
        if (call.kind() == Call.Kind.PUT) {
            world.judge().named(database, id, number);
        }
        // No version is given twice either.
        world.judge().named(database, answer.version(), number);
        if (answer.here()) {
            // Other nodes find it later: Creations judges such documents.
            return;
        }
        if (answer.scope(call.name()) == call.scope()) {
            history.gotId(recorded, call.scope(), id);
            write.ok(answer.version());
            documents.addLast(new StoredId(call.name(), id, call.scope()));
        }
        if (documents.size() > DOCUMENTS_MAX) {
            documents.removeFirst();
        }
    }

    /** Asks for a document that was acknowledged; stores one if there is none. */
    private void read(int name) {
        documents.removeIf(each -> each.scope() != world.scope(each.name()));
        StoredId document = documents.peekFirst();
        if (document == null) {
            put(name);
            return;
        }
        Reading.of(world, number, document.name(), document.id()).ask(asking, version -> {});
    }
}
