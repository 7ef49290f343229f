package io.mintmark.storage.group;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.mintmark.MintmarkException;
import io.mintmark.counter.LeaseToken;
import io.mintmark.counter.ReturnRule;
import io.mintmark.document.DocumentId;
import io.mintmark.document.IdTemplate;
import io.mintmark.document.IdentityPartsSeparator;
import io.mintmark.document.NodeTag;
import io.mintmark.storage.Storage;
import io.mintmark.storage.StorageEngine;
import io.mintmark.storage.Writes;
import io.mintmark.storage.document.CommandResult;
import io.mintmark.storage.document.DocumentCommand;
import io.mintmark.storage.document.DocumentContent;
import io.mintmark.storage.document.Expectation;
import io.mintmark.storage.memory.MemoryEngine;
import io.mintmark.storage.row.LeaseSerials;
import io.mintmark.storage.write.AheadRequest;
import io.mintmark.storage.write.CounterName;
import io.mintmark.storage.write.CounterRaise;
import io.mintmark.storage.write.DocumentBatch;
import io.mintmark.storage.write.Lease;
import io.mintmark.storage.write.RangeRequest;
import io.mintmark.storage.write.RangeReturn;
import io.mintmark.storage.write.Write;
import io.mintmark.support.Intercepted;
import io.mintmark.support.Party;
import io.mintmark.support.Pending;
import io.mintmark.testkit.HistoryChecker;
import io.mintmark.testkit.ReturnSchedule;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Three nodes that own numbers of one counter of an engine in memory: each message comes to any of them; they crash, close, idle, and
 * the counter is edited and dropped under them.
 */
final class NodesOverOneEngine implements ReturnSchedule.Counter, AutoCloseable {
    private static final String DATABASE = "shop";
    private static final int NODES = 3;
    private static final long OWN_SERIALS = 1L << 39;

    /** How a node reserves ahead: as it should, or as a broken twin. */
    interface Reserving {
        /** Returns what a node of {@code storage} asks; forgets what was deferred when the node crashes. */
        Writes of(Storage storage, List<Runnable> deferred);
    }

    /** As it should be. */
    static final Reserving OURS = (storage, deferred) -> storage;

    private final CounterName name = CounterName.ofTag("orders");
    private final MemoryEngine engine = new MemoryEngine();
    private final Reserving reserving;
    private final HistoryChecker history;
    private final SplittableRandom random;
    private final List<NodeRangeStorage> nodes = new ArrayList<>();
    private final List<List<Runnable>> deferred = new ArrayList<>();
    private final LeaseSerials serials = serials();
    private long nanos;
    private Storage storage;
    private int preferred;
    private int cuts;

    NodesOverOneEngine(Reserving reserving, HistoryChecker history, SplittableRandom random) {
        this.reserving = reserving;
        this.history = history;
        this.random = random;
        this.storage = open();
        for (int node = 0; node < NODES; node++) {
            deferred.add(new ArrayList<>());
            nodes.add(node(node));
        }
    }

    private Storage open() {
        return engine.open(engine.create(DATABASE, "{}".getBytes(UTF_8)));
    }

    private static LeaseSerials serials() {
        LeaseSerials serials = new LeaseSerials(OWN_SERIALS);
        serials.committed(2 * OWN_SERIALS);
        return serials;
    }

    private NodeRangeStorage node(int index) {
        deferred.get(index).clear();
        return new NodeRangeStorage(
                unclosed(storage),
                sparing(reserving.of(storage, deferred.get(index))),
                NodeTag.of("A"),
                serials,
                ReservationAmount.SHARED_STORE,
                InstantSource.system(),
                () -> nanos,
                null);
    }

    /** Gives less than is asked for, as right below a ceiling, so that nodes come to the ends of what they own. */
    private Writes sparing(Writes engine) {
        return new Writes() {
            @Override
            @SuppressWarnings("unchecked") // a smaller request has the same type
            public <T> Pending<T> submit(Write<T> write, Party party) {
                return engine.submit(
                        write instanceof AheadRequest request ? (Write<T>) smaller(request) : write, party);
            }
        };
    }

    private AheadRequest smaller(AheadRequest request) {
        int size = Math.max(8, request.size() >> (4 + random.nextInt(5)) & -8);
        return new AheadRequest(request.counter(), size, request.ranges());
    }

    /** The engine outlives its nodes. */
    static Storage unclosed(Storage storage) {
        return Intercepted.of(
                Storage.class,
                storage,
                (method, arguments, call) -> method.equals("close") ? null : call.make(arguments));
    }

    /** Returns how many ranges nodes cut by themselves. */
    int cuts() {
        return cuts;
    }

    private NodeRangeStorage any() {
        live();
        if (random.nextInt(40) == 0) {
            preferred = random.nextInt(NODES);
        }
        return nodes.get(random.nextInt(5) == 0 ? random.nextInt(NODES) : preferred);
    }

    /** Time passes, and now and then something happens to a node or to the counter. */
    private void live() {
        nanos += random.nextInt(200) == 0 ? 11_000_000_000L : random.nextLong(40_000_000L);
        for (List<Runnable> later : deferred) {
            if (random.nextBoolean()) {
                later.forEach(Runnable::run);
                later.clear();
            }
        }
        int happening = random.nextInt(150);
        int index = random.nextInt(NODES);
        if (happening == 0) {
            history.fault("node killed");
            nodes.set(index, node(index));
        } else if (happening == 1) {
            history.fault("node closed");
            nodes.get(index).close();
            nodes.set(index, node(index));
        } else if (happening == 2) {
            edit(nodes.get(index));
        } else if (happening == 3) {
            long ignored = nodes.get(index)
                    .write(new CounterRaise(name, random.nextLong(5_000)))
                    .last();
        }
    }

    private void edit(NodeRangeStorage node) {
        DocumentId id = name.document();
        DocumentCommand command = random.nextBoolean()
                ? new DocumentCommand.Delete(id, Expectation.ANYTHING)
                : new DocumentCommand.Put(
                        IdTemplate.parse(id.text(), IdentityPartsSeparator.DEFAULT),
                        Expectation.ANYTHING,
                        new DocumentContent(
                                "@hilo",
                                ("{\"Max\":" + random.nextInt(5_000) + "}").getBytes(UTF_8),
                                "{}".getBytes(UTF_8)));
        try {
            List<CommandResult> ignored =
                    node.write(new DocumentBatch(List.of(command), IdentityPartsSeparator.DEFAULT));
        } catch (MintmarkException refused) {
            // A document of another collection is in the way; nothing changed.
        }
    }

    @Override
    public ReturnSchedule.Lease reserve(int size, long lastMax) {
        Lease lease = any().write(new RangeRequest(name, lastMax, size, null));
        if (lease.serial() > OWN_SERIALS) {
            cuts++;
        }
        return new ReturnSchedule.Lease(
                lease.low(), lease.high(), new LeaseToken(storage.life(), lease.serial()).toString());
    }

    @Override
    public boolean giveBack(long last, long end, @Nullable String token) {
        @Nullable LeaseToken sent = token == null ? null : LeaseToken.parse(token).orElseThrow();
        return any().write(new RangeReturn(name, last, end, sent)) instanceof ReturnRule.Verdict.Accepted;
    }

    @Override
    public void dropAndCreate() {
        storage.close();
        engine.delete(DATABASE, StorageEngine.Removal.ERASE);
        storage = open();
        for (int index = 0; index < NODES; index++) {
            nodes.set(index, node(index));
        }
    }

    @Override
    public void close() {
        storage.close();
    }
}
