package io.mintmark.simulation.client;

import io.mintmark.simulation.judge.CreatedDocument;
import io.mintmark.simulation.judge.CreationsJudge;
import io.mintmark.simulation.judge.Scope;
import io.mintmark.simulation.node.Answer;
import io.mintmark.simulation.node.Call;
import io.mintmark.simulation.node.World;
import io.mintmark.simulation.plan.Dice;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.UUID;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Documents that one client creates under ids which nobody else makes: of its own numbers, UUIDs, or ids of the node's.
 * It reads them, puts other ones in their place, and deletes them. What may have been sent twice it only reads.
 */
final class Creations {
    private static final int KEPT_MAX = 8;
    private static final int CONTENT_BITS = 24;

    private final int number;
    private final World world;
    private final CreationsJudge judge;
    private final Dice dice;
    private final Documents.Asking asking;
    private final Deque<Kept> kept = new ArrayDeque<>();
    private long sent;

    /** A document that was acknowledged, and how the client knows it. */
    private static final class Kept {
        private final int name;
        private final long scope;
        private final CreatedDocument document;
        private final boolean mayChange;
        private boolean isHere;
        private String version;
        private long content;

        Kept(Call call, CreatedDocument document, boolean mayChange, String version, boolean isHere) {
            this.name = call.name();
            this.scope = call.scope();
            this.document = document;
            this.mayChange = mayChange;
            this.version = version;
            this.content = call.size();
            this.isHere = isHere;
        }
    }

    Creations(int number, World world, Dice dice, Documents.Asking asking) {
        this.number = number;
        this.world = world;
        this.judge = world.creations();
        this.dice = dice;
        this.asking = asking;
    }

    /** Does one thing; {@code ownId} makes an id of a number that the client has of a database, or null. */
    void act(int name, LongFunction<@Nullable String> ownId) {
        kept.removeIf(each -> each.scope != world.scope(each.name));
        double what = dice.fraction();
        if (kept.isEmpty() || what < 0.4) {
            create(name, ownId);
            return;
        }
        Kept document = dice.chance(0.7) ? kept.removeLast() : kept.removeFirst();
        kept.addLast(document);
        if (!document.mayChange || what < 0.55) {
            read(document);
        } else if (what < (document.isHere ? 0.62 : 0.85)) {
            putAgain(document);
        } else {
            delete(document);
        }
    }

    private long content() {
        return ((long) number << CONTENT_BITS) | ++sent;
    }

    private void create(int name, LongFunction<@Nullable String> ownId) {
        double kind = dice.fraction();
        String id = kind < 0.5 ? ownId.apply(name) : null;
        if (id == null && kind < 0.75) {
            id = uuid();
        }
        boolean once = dice.chance(0.6);
        Call call = Call.ofCreation(name, id, content(), once, world.scope(name));
        asking.ask(call, once ? 1 : Client.ATTEMPTS, answer -> created(call, answer));
    }

    private String uuid() {
        long high = (dice.any() & ~0xf000L) | 0x4000L;
        long low = (dice.any() >>> 2) | 0x8000000000000000L;
        return "notes/" + new UUID(high, low);
    }

    private void created(Call call, @Nullable Answer answer) {
        if (answer == null || answer.id() == null || answer.version() == null) {
            return;
        }
        named(call, answer, answer.version());
        tell("creates", answer);
        CreatedDocument document = judge.created(
                answer.life(), answer.putBacks(), answer.id(), call.size(), answer.here(), answer.machine());
        if (answer.scope(call.name()) != call.scope()) {
            // A node that has not heard that the database is another one took it.
            return;
        }
        kept.addLast(new Kept(call, document, call.lastMax() == 1, answer.version(), answer.here()));
        if (kept.size() > KEPT_MAX) {
            kept.removeFirst();
        }
    }

    /** No id and no version is given twice. */
    private void named(Call call, Answer answer, String version) {
        long database = Scope.of(call.name(), answer.era(), 0);
        if (call.id() == null && answer.id() != null) {
            world.judge().named(database, answer.id(), number);
        }
        world.judge().named(database, version, number);
    }

    private void tell(String what, Answer answer) {
        world.story()
                .tell(
                        "client # " + what + " " + answer.id() + ", version " + answer.version()
                                + (answer.here() ? ", on machine #" : ""),
                        number,
                        answer.machine());
    }

    private static boolean isOf(Kept document, Answer answer) {
        return document.document.isOf(answer.life(), answer.putBacks());
    }

    private void read(Kept document) {
        Call call = Call.ofDocuments(Call.Kind.READ, document.name, document.document.id(), null, document.scope);
        long before = document.document.stored();
        asking.ask(call, 1, answer -> {
            if (answer != null && isOf(document, answer)) {
                judge.read(document.document, before, answer.version() != null, answer.machine());
            }
        });
    }

    private void putAgain(Kept document) {
        Call call = Call.ofCreation(document.name, document.document.id(), content(), true, document.scope);
        document.document.ask(true);
        asking.ask(call, 1, answer -> {
            if (answer == null || answer.version() == null || !isOf(document, answer)) {
                giveUp(document);
                return;
            }
            named(call, answer, answer.version());
            tell("puts another one under", answer);
            judge.stored(document.document, call.size(), answer.here(), answer.machine());
            document.version = answer.version();
            document.content = call.size();
            document.isHere = answer.here();
        });
    }

    private void delete(Kept document) {
        Call call = Call.ofDocuments(
                Call.Kind.DELETE, document.name, document.document.id(), document.version, document.scope);
        document.document.ask(false);
        asking.ask(call, 1, answer -> {
            if (answer == null || !isOf(document, answer)) {
                giveUp(document);
            } else if (answer.number() == 0) {
                judge.refused(document.document);
            } else {
                world.story().tell("client # deletes " + document.document.id(), number);
                judge.deleted(document.document, document.content);
            }
        });
    }

    private void giveUp(Kept document) {
        document.document.giveUp();
        boolean ignored = kept.remove(document);
    }
}
