package io.mintmark.storage.evaluation;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.MintmarkException;
import io.mintmark.RandomBytes;
import io.mintmark.document.IdTemplate;
import io.mintmark.document.IdentityPartsSeparator;
import io.mintmark.storage.contract.OpenedStorage;
import io.mintmark.storage.document.DocumentCommand;
import io.mintmark.storage.document.Expectation;
import io.mintmark.storage.document.Overwrite;
import io.mintmark.storage.memory.WatchedRows;
import io.mintmark.storage.row.GroupRows;
import io.mintmark.storage.write.CounterName;
import io.mintmark.storage.write.CounterRaise;
import io.mintmark.storage.write.DocumentBatch;
import io.mintmark.storage.write.IdentityRequest;
import io.mintmark.storage.write.IdentitySeed;
import io.mintmark.storage.write.KeyedWrite;
import io.mintmark.storage.write.RangeRequest;
import io.mintmark.storage.write.RangeReturn;
import io.mintmark.storage.write.RequestKey;
import io.mintmark.storage.write.Write;
import io.mintmark.testkit.Seed;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Whatever work asks for was announced, so that an engine may fetch it before: random groups on rows that take note. */
class ReadSetTest {
    private static final int GROUPS = 2_000;
    private static final String[] IDS = {
        "a", "B", "users/1", "users/", "users|", "", "Raven/Hilo/orders", "raven/hilo/Bills", "Raven/Hilo/"
    };
    private static final String[] COLLECTIONS = {"Things", "tHINGS", "Others", "@hilo"};
    private static final IdentityPartsSeparator SLASH = IdentityPartsSeparator.DEFAULT;

    private final SplittableRandom random = new SplittableRandom(Seed.fresh("ReadSetTest"));
    private final WatchedRows watched = new WatchedRows();
    private final GroupRows rows = watched.rows();
    private int refused;

    /** What is announced of a piece of work, and the work. */
    private record Piece(Consumer<ReadSet> announced, Runnable work) {}

    @Test
    void shouldNameEveryRowThatIsAskedFor() {
        int askedFor = 0;
        for (int i = 0; i < GROUPS; i++) {
            askedFor += unannounced(false).size();
            assertThat(unannounced(true)).isEmpty();
        }

        assertThat(askedFor).as("the twin announces nothing").isGreaterThan(GROUPS);
        assertThat(refused).as("work that was refused on the way").isBetween(GROUPS / 20, 4 * GROUPS);
    }

    /** Returns what a group asked for without announcing it. */
    private Set<String> unannounced(boolean announcing) {
        ReadSet keys = new ReadSet();
        watched.begin();
        for (int pieces = 1 + random.nextInt(3); pieces > 0; pieces--) {
            Piece piece = piece();
            if (announcing) {
                piece.announced().accept(keys);
            }
            try {
                piece.work().run();
            } catch (MintmarkException no) {
                refused++;
            }
        }
        Set<String> asked = new TreeSet<>(watched.commit());
        keys.counters().forEach(key -> asked.remove("counter " + key));
        keys.identities().forEach(key -> asked.remove("identity " + key));
        keys.answers().forEach(key -> asked.remove("answer " + key));
        keys.requestKeys().forEach(key -> asked.remove("key " + key));
        keys.documents().forEach(key -> asked.remove("document " + key));
        keys.collections().forEach(key -> asked.remove("collection " + key));
        if (keys.makesIds()) {
            asked.removeIf(ReadSetTest::isOfAnIdThatIsMade);
        }
        return asked;
    }

    private static boolean isOfAnIdThatIsMade(String asked) {
        return asked.matches(
                "(document (users/.+|[0-9a-f-]{36}|raven/hilo/[0-9]{19}-.*)|counter raven/hilo/[0-9]{19}-.*)");
    }

    private <T> Piece keyed(Write<T> write) {
        String key = "key " + random.nextInt(9);
        KeyedWrite<T> once = new KeyedWrite<>(new RequestKey(key, write.toString(), ""), write);
        return new Piece(keys -> keys.addKeyed(once), () -> KeyedWork.run(rows, once));
    }

    private Piece piece() {
        CounterName counter = CounterName.ofTag(random.nextBoolean() ? "orders" : "BILLS");
        String name = random.nextBoolean() ? "users" : "Orders";
        String request = random.nextBoolean() ? null : "request-" + random.nextInt(3);
        return switch (random.nextInt(8)) {
            case 0 ->
                new Piece(
                        keys -> keys.addCounter(counter),
                        () -> HiLoWork.reserve(rows, new RangeRequest(counter, 0, 32, null)));
            case 1 -> {
                long end = 32L * random.nextInt(9);
                yield new Piece(
                        keys -> keys.addCounter(counter),
                        () -> HiLoWork.giveBack(rows, new RangeReturn(counter, Math.max(0, end - 9), end, null)));
            }
            case 2 ->
                new Piece(
                        keys -> keys.addCounter(counter),
                        () -> HiLoWork.raise(rows, new CounterRaise(counter, random.nextInt(300))));
            case 3 -> {
                IdentityRequest wanted = new IdentityRequest(name, request);
                yield new Piece(keys -> keys.addNumber(wanted), () -> IdentityWork.next(rows, wanted));
            }
            case 4 -> {
                IdentitySeed seed = new IdentitySeed(name, 5, IdentitySeed.Direction.UP_ONLY, request);
                yield new Piece(keys -> keys.addSeed(seed), () -> IdentityWork.seed(rows, seed));
            }
            case 5 -> keyed(new RangeRequest(counter, 0, 32, null));
            case 6 -> keyed(new IdentityRequest(name, null));
            default -> {
                DocumentBatch batch = batch();
                yield new Piece(keys -> keys.addBatch(batch), () -> BatchWork.run(rows, RandomBytes.secure(), batch));
            }
        };
    }

    private DocumentBatch batch() {
        List<DocumentCommand> commands = new ArrayList<>();
        for (int count = 1 + random.nextInt(4); count > 0; count--) {
            String id = IDS[random.nextInt(IDS.length)];
            IdTemplate template = IdTemplate.parse(id, SLASH);
            Expectation expectation = random.nextInt(5) == 0 ? Expectation.ABSENT : Expectation.ANYTHING;
            if (random.nextInt(4) == 0 && template instanceof IdTemplate.Semantic semantic) {
                commands.add(new DocumentCommand.Delete(semantic.id(), expectation));
            } else {
                String collection = COLLECTIONS[random.nextInt(COLLECTIONS.length)];
                Overwrite overwrite = random.nextBoolean() ? Overwrite.ALWAYS : Overwrite.IF_CHANGED;
                commands.add(new DocumentCommand.Put(
                        template,
                        expectation,
                        OpenedStorage.content(collection, "{\"Max\":" + random.nextInt(3) + "}"),
                        overwrite));
            }
        }
        return new DocumentBatch(commands, SLASH);
    }
}
