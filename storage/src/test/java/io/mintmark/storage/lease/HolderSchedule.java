package io.mintmark.storage.lease;

import io.mintmark.counter.LeaseToken;
import io.mintmark.counter.OpenLease;
import io.mintmark.counter.ReturnRule;
import io.mintmark.document.IdTemplate;
import io.mintmark.document.IdentityPartsSeparator;
import io.mintmark.storage.Storage;
import io.mintmark.storage.document.DocumentCommand;
import io.mintmark.storage.document.DocumentContent;
import io.mintmark.storage.document.Expectation;
import io.mintmark.storage.lease.HolderModel.Grant;
import io.mintmark.storage.write.CounterName;
import io.mintmark.storage.write.CounterRaise;
import io.mintmark.storage.write.DocumentBatch;
import io.mintmark.storage.write.Holder;
import io.mintmark.storage.write.Lease;
import io.mintmark.storage.write.RangeRequest;
import io.mintmark.storage.write.RangeReturn;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;

/**
 * Random clients at one or more nodes that are restarted and killed, and questions who holds which number: each answer is
 * held against what the clients were told. Used by one thread.
 */
public final class HolderSchedule {
    private static final List<String> TAGS = List.of("orders", "bills", "notes");
    private static final int ASKED_MEANWHILE = 5;

    private final World world;
    private final Asking asking;
    private final Random random;
    private final Map<String, HolderModel> models = new TreeMap<>();
    private final Map<String, Integer> kinds = new TreeMap<>();
    private final List<String> wrong = new ArrayList<>();

    /** What the clients talk to. */
    public interface World extends AutoCloseable {
        /** Returns how many nodes there are. */
        int nodes();

        /** Returns the database as a node has it open. */
        Storage node(int index);

        /** Lets time pass, on which the rate of requests depends. */
        void pass(long millis);

        /** Lets a node write its log; returns whether that is done. */
        boolean writeLog(int index);

        /** Ends a node in order, and starts it again. */
        void restart(int index);

        /** Ends it without a word, and starts it again. */
        void kill(int index);

        @Override
        void close();
    }

    /** How it is asked who holds a number. */
    @FunctionalInterface
    public interface Asking {
        /** Returns the answer of a node. */
        NumberAnswer of(Storage node, CounterName counter, long number);
    }

    /** What came of it. */
    public record Outcome(List<String> wrong, Map<String, Integer> kinds) {
        /** Returns how many answers were of that kind. */
        public int of(String kind) {
            return kinds.getOrDefault(kind, 0);
        }

        /** Returns how many answers there were. */
        public int all() {
            return kinds.values().stream().mapToInt(Integer::intValue).sum();
        }
    }

    /** Asks {@code world} as {@code asking} says. */
    public HolderSchedule(World world, Asking asking, Random random) {
        this.world = world;
        this.asking = asking;
        this.random = random;
        TAGS.forEach(tag -> models.put(tag, new HolderModel()));
    }

    /** Runs until {@code questions} were asked; each counts once. */
    public Outcome run(int questions) {
        int asked = 0;
        while (asked < questions * 3 / 5) {
            step();
            for (int i = 0; i < ASKED_MEANWHILE; i++, asked++) {
                ask();
            }
        }
        for (int node = 0; node < world.nodes(); node++) {
            restart(node);
        }
        for (; asked < questions; asked++) {
            ask();
        }
        return new Outcome(wrong, kinds);
    }

    private void step() {
        int dice = random.nextInt(100);
        int node = random.nextInt(world.nodes());
        String tag = TAGS.get(Math.min(random.nextInt(6), TAGS.size() - 1) % TAGS.size());
        if (dice < 78) {
            take(node, tag);
        } else if (dice < 90) {
            giveBack(node, tag);
        } else if (dice < 92) {
            raise(node, tag);
        } else if (dice < 93) {
            edit(node, tag);
        } else if (dice < 96) {
            writeLog(node);
        } else if (dice < 97) {
            world.pass(11_000);
        } else if (dice < 98) {
            restart(node);
        } else if (dice < 99) {
            kill(node);
        }
    }

    private void take(int node, String tag) {
        HolderModel model = model(tag);
        int more = 1 + random.nextInt(random.nextInt(4) == 0 ? 20 : 3);
        for (int i = 0; i < more; i++) {
            world.pass(20 + random.nextInt(80));
            long lastMax = random.nextInt(12) == 0 ? Math.max(0, model.highest() + random.nextInt(60) - 30) : 0;
            int size = 1 + random.nextInt(64);
            Holder holder = holder();
            Lease lease = world.node(node)
                    .write(new RangeRequest(
                            CounterName.ofTag(tag), lastMax, size, holder.client(), holder.principal()));
            wrong.addAll(model.granted(new Grant(lease, holder, node), lastMax));
        }
    }

    private HolderModel model(String tag) {
        return Objects.requireNonNull(models.get(tag));
    }

    private Holder holder() {
        return new Holder(
                random.nextBoolean() ? "192.0.2." + random.nextInt(5) : null,
                random.nextBoolean() ? "app-" + random.nextInt(3) : null);
    }

    private void giveBack(int node, String tag) {
        Grant latest = model(tag).latest(random.nextBoolean() ? node : -1);
        if (latest == null) {
            return;
        }
        Lease lease = latest.lease();
        long last = lease.low() - 1 + random.nextInt((int) lease.size() + 1);
        Storage at = world.node(latest.node());
        ReturnRule.Verdict verdict = at.write(
                new RangeReturn(CounterName.ofTag(tag), last, lease.high(), new LeaseToken(at.life(), lease.serial())));
        if (verdict instanceof ReturnRule.Verdict.Accepted accepted) {
            model(tag).returned(latest, accepted.newMax());
        }
    }

    private void raise(int node, String tag) {
        long to = Math.max(1, model(tag).highest() + random.nextInt(2_000) - 500);
        long stands = world.node(node)
                .write(new CounterRaise(CounterName.ofTag(tag), to))
                .last();
        model(tag).raised(Math.min(to, stands), HolderModel.Passed.RAISED);
    }

    private void edit(int node, String tag) {
        long max = model(tag).highest() + random.nextInt(500);
        DocumentContent content = new DocumentContent(
                "@hilo",
                ("{\"Max\":" + max + "}").getBytes(StandardCharsets.UTF_8),
                "{\"@collection\":\"@hilo\"}".getBytes(StandardCharsets.UTF_8));
        DocumentCommand put = new DocumentCommand.Put(
                IdTemplate.parse("Raven/Hilo/" + tag, IdentityPartsSeparator.DEFAULT), Expectation.ANYTHING, content);
        int ignored = world.node(node)
                .write(new DocumentBatch(List.of(put), IdentityPartsSeparator.DEFAULT))
                .size();
        model(tag).raised(max, HolderModel.Passed.EDITED);
    }

    private void writeLog(int node) {
        if (world.writeLog(node)) {
            models.values().forEach(model -> model.logged(node, false));
        }
    }

    private void restart(int node) {
        world.restart(node);
        models.values().forEach(model -> model.logged(node, true));
    }

    private void kill(int node) {
        world.kill(node);
        models.values().forEach(model -> model.killed(node));
    }

    private void ask() {
        String tag = TAGS.get(random.nextInt(TAGS.size()));
        HolderModel model = model(tag);
        int node = random.nextInt(world.nodes());
        long number = 1 + (long) (random.nextDouble() * (model.highest() + 40));
        NumberAnswer answer = asking.of(world.node(node), CounterName.ofTag(tag), number);
        kinds.merge(kind(answer), 1, Integer::sum);
        model.judge(number, answer, node)
                .ifPresent(why -> wrong.add(tag + " " + number + " at node " + node + ": " + why + ": " + answer));
    }

    private static String kind(NumberAnswer answer) {
        if (answer instanceof NumberAnswer.Reserved reserved) {
            return "ahead, " + reserved.why();
        }
        return answer instanceof NumberAnswer.Gap gap
                ? "gap, " + gap.reason()
                : answer.getClass().getSimpleName();
    }

    /** Returns how a lease is named in answers. */
    static OpenLease range(Lease lease) {
        return new OpenLease(lease.serial(), lease.low(), lease.high());
    }
}
