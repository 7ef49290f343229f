package io.mintmark.simulation.client;

import io.mintmark.client.cluster.DatabaseLife;
import io.mintmark.client.cluster.OlderCopyDetector;
import io.mintmark.client.hilo.ClientRules;
import io.mintmark.counter.LeaseToken;
import io.mintmark.simulation.judge.Scope;
import io.mintmark.simulation.node.Answer;
import io.mintmark.simulation.node.Call;
import io.mintmark.simulation.node.Node;
import io.mintmark.simulation.node.World;
import io.mintmark.simulation.plan.Dice;
import io.mintmark.simulation.plan.LeftOut;
import io.mintmark.simulation.plan.Shape;
import io.mintmark.storage.write.Lease;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One client: it does one thing after the other, and asks again elsewhere what was not answered. */
public final class Client {
    static final int ATTEMPTS = 4;
    private static final int HELD_MAX = 6;

    private final int number;
    private final World world;
    private final NodeChoice nodes;
    private final Dice dice;
    private final Habits habits;
    private final Load load;
    private final Map<Integer, OlderCopyDetector> olderCopies = new HashMap<>();
    private final Deque<HeldRange> held = new ArrayDeque<>();
    private final Documents documents;
    private final SharedDocuments shared;
    private final Creations creations;
    private final Walker walker;
    private long requests;

    /** Creates a client of {@code nodes}. */
    public Client(int number, World world, List<Node> nodes, Dice dice, Load load) {
        this.load = load;
        this.number = number;
        this.world = world;
        this.dice = dice;
        this.habits = Habits.of(dice);
        this.documents = new Documents(number, world, dice, this::ask);
        this.shared = new SharedDocuments(number, world, dice, this::ask);
        this.creations = new Creations(number, world, dice, this::ask);
        this.walker = new Walker(number, world, dice, this::sendOnce, this::later);
        this.nodes = new NodeChoice(nodes, number, habits.elsewhere());
    }

    /** Begins. */
    public void begin() {
        LeftOut leftOut = world.settings().leftOut();
        if (!leftOut.clients().contains(number)) {
            world.agenda().in(leftOut.before() + dice.delay(world.settings().rest()), this::act);
        }
    }

    private void later() {
        world.agenda().in(dice.delay(world.settings().rest()), this::act);
    }

    private void act() {
        if (world.isEnding()) {
            return;
        }
        if (dice.chance(load.restarts())) {
            held.clear();
            olderCopies.clear();
        }
        LeftOut.Thing thing = choose(dice.fraction());
        if (world.settings().leftOut().things().contains(thing)) {
            later();
            return;
        }
        switch (thing) {
            case COUNTERS -> useCounter();
            case RETURNS -> giveBack();
            case IDENTITIES -> takeIdentity();
            case DOCUMENTS -> documents.putOrRead(name());
            case CREATIONS -> creations.act(Math.min(1, name()), this::ownId);
            case CHANGES -> shared.readOrChange(name());
            case WALKS -> walker.walk(name());
        }
    }

    private LeftOut.Thing choose(double what) {
        if (what < 0.72) {
            boolean returns = habits.givesBack() && dice.chance(load.returns());
            return returns ? LeftOut.Thing.RETURNS : LeftOut.Thing.COUNTERS;
        } else if (what < 0.84) {
            return LeftOut.Thing.IDENTITIES;
        } else if (what < 0.91) {
            boolean cutOff = world.settings().shape() == Shape.POSTGRESQL && what >= 0.855;
            return cutOff ? LeftOut.Thing.CREATIONS : LeftOut.Thing.DOCUMENTS;
        }
        return what < 0.98 ? LeftOut.Thing.CHANGES : LeftOut.Thing.WALKS;
    }

    private int name() {
        double which = dice.fraction();
        if (which < 0.08 && world.engine().database(2) != null) {
            return 2;
        }
        return which < 0.75 ? 0 : 1;
    }

    private int counter() {
        return dice.chance(load.hot()) ? 0 : dice.below(world.settings().counters());
    }

    private void useCounter() {
        HeldRange range = held(name(), counter());
        if (range.left() > 0) {
            issue(range);
            later();
        } else {
            reserve(range);
        }
    }

    private HeldRange held(int name, int counter) {
        for (HeldRange each : held) {
            if (each.name == name && each.counter == counter) {
                return each;
            }
        }
        ClientRules rules = habits.ours() ? new ClientRules(olderCopies(name)) : null;
        HeldRange fresh = new HeldRange(name, counter, rules);
        held.addLast(fresh);
        if (held.size() > HELD_MAX) {
            held.removeFirst();
        }
        return fresh;
    }

    private OlderCopyDetector olderCopies(int name) {
        return olderCopies.computeIfAbsent(name, any -> new OlderCopyDetector("shop" + any));
    }

    private void issue(HeldRange range) {
        issue(range, dice.chance(load.uses()) ? range.left() : dice.between(1, range.left()));
    }

    private void issue(HeldRange range, long count) {
        long last = range.next + count - 1;
        world.story()
                .tell(
                        "client # issues # to # of counter # of shop#",
                        number,
                        range.next,
                        last,
                        range.counter,
                        range.name);
        world.judge().issued(Scope.of(range.name, range.era, range.counter), range.next, last, number);
        range.next = last + 1;
    }

    private void reserve(HeldRange range) {
        if (habits.ours() && olderCopies(range.name).isRefusing()) {
            askForLife(range);
            return;
        }
        long lastMax = range.ours == null ? range.lastMax : range.ours.ask();
        int era = world.engine().era(range.name);
        Call call = new Call(
                Call.Kind.RANGE, range.name, range.counter, lastMax, range.lastSize, range.lastRangeAt, null, null);
        ask(call, ATTEMPTS, answer -> granted(range, era, answer));
    }

    private void askForLife(HeldRange range) {
        Call call = new Call(Call.Kind.LIFE, range.name, 0, 0, 0, null, null, null);
        ask(call, 1, answer -> {
            if (answer != null) {
                DatabaseLife.parse(answer.life()).ifPresent(olderCopies(range.name)::hear);
            }
        });
    }

    private void granted(HeldRange range, int era, @Nullable Answer answer) {
        Lease lease = answer == null ? null : answer.lease();
        if (answer == null || lease == null) {
            return;
        }
        world.judge().waited();
        world.story()
                .tell(
                        "client # gets # to # of counter # of shop# from node @",
                        number,
                        lease.low(),
                        lease.high(),
                        range.counter,
                        range.name,
                        nodes.place());
        if (range.ours != null
                && !range.ours.accept(
                        lease.low(), lease.high(), answer.life(), lease.node().text(), lease.serial())) {
            return;
        }
        range.era = Math.max(era, answer.era());
        range.low = lease.low();
        range.high = lease.high();
        range.next = lease.low();
        range.lastMax = Math.max(range.lastMax, lease.high());
        if (range.ours == null) {
            // Ours asks for what its own rate is worth.
            range.lastSize = lease.size();
            range.lastRangeAt = answer.at();
        }
        range.token = new LeaseToken(answer.life(), lease.serial());
        range.life = answer.life();
        range.tag = lease.node().text();
        if (!dice.chance(load.idle())) {
            issue(range);
        }
    }

    /** Returns an id of a number that this client has of a database, or null. */
    private @Nullable String ownId(long name) {
        for (HeldRange range : held) {
            if (range.name == name && range.left() > 0 && !range.tag.isEmpty()) {
                issue(range, 1);
                return "c" + range.counter + "/" + (range.next - 1) + "-" + range.tag;
            }
        }
        return null;
    }

    private void giveBack() {
        List<HeldRange> unused = held.stream().filter(each -> each.left() > 0).toList();
        if (unused.isEmpty()) {
            useCounter();
            return;
        }
        HeldRange range = dice.one(unused);
        long last = range.next - 1;
        long end = range.high;
        range.giveUp();
        if (habits.forgets()) {
            held.remove(range);
        }
        if (range.ours != null && !range.ours.mayGiveBack(range.life)) {
            later();
            return;
        }
        world.story()
                .tell(
                        "client # gives # to # of counter # of shop# back",
                        number,
                        last + 1,
                        end,
                        range.counter,
                        range.name);
        LeaseToken token = habits.ours() ? range.token : null;
        Call call = new Call(Call.Kind.RETURN, range.name, range.counter, last, end, null, token, null);
        ask(call, 1 + habits.repeats(), answer -> returned(range, end, last, answer));
    }

    private void returned(HeldRange range, long end, long last, @Nullable Answer answer) {
        LeaseToken token = range.token;
        if (answer != null && answer.number() == 1 && range.ours != null && token != null) {
            world.story().tell("client # hears that it was accepted", number);
            range.ours.givenBack(range.low, end, token.serial(), last);
        }
    }

    private void takeIdentity() {
        int name = name();
        int identity = dice.below(3);
        int era = world.engine().era(name);
        long request = habits.namesRequests() ? ((long) number << 24) | ++requests : 0;
        long floor = world.judge().asked(Scope.of(name, era, identity));
        String id = request == 0 ? null : "r" + request;
        Call call = new Call(Call.Kind.IDENTITY, name, identity, 0, 0, null, null, id);
        ask(call, ATTEMPTS, answer -> {}, answer -> answered(call, era, request, floor, answer));
    }

    /** Every answer counts, also one that comes after the client asked elsewhere. */
    private void answered(Call call, int era, long request, long floor, Answer answer) {
        int judged = Math.max(era, answer.era());
        boolean known = answer.putBacks() == world.engine().putBacks();
        world.story()
                .tell(
                        "client # gets number # of identity # of shop#",
                        number,
                        answer.number(),
                        call.thing(),
                        call.name());
        world.judge()
                .answered(
                        Scope.of(call.name(), judged, call.thing()),
                        request,
                        answer.putBacks(),
                        judged == era && known ? floor : 0,
                        answer.number(),
                        number);
    }

    private void ask(Call call, int attempts, Consumer<@Nullable Answer> then) {
        ask(call, attempts, then, answer -> {});
    }

    private void sendOnce(Call call, Consumer<@Nullable Answer> then) {
        new Attempts(world, nodes, dice, call, 1, then, answer -> {}).send();
    }

    /** Sends a call until it is answered, then goes on; {@code each} hears every answer that says something. */
    private void ask(Call call, int attempts, Consumer<@Nullable Answer> then, Consumer<Answer> each) {
        Consumer<@Nullable Answer> goOn = then.andThen(answer -> later());
        new Attempts(world, nodes, dice, call, attempts, goOn, each).send();
    }
}
