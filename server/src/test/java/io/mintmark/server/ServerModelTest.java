package io.mintmark.server;

import static io.mintmark.server.TestServer.encoded;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.mintmark.counter.LeaseToken;
import io.mintmark.document.KeyForm;
import io.mintmark.server.ServerModel.Doc;
import io.mintmark.server.ServerModel.Step;
import io.mintmark.server.TestServer.Answer;
import io.mintmark.storage.postgresql.OnPostgres;
import io.mintmark.testkit.Effort;
import io.mintmark.testkit.Seed;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Sends random requests to a server and to a model of a few maps, and asks after each whether the two agree; the server
 * is restarted now and then.
 */
class ServerModelTest {
    private static final int STEPS = Effort.of("steps of the server's model", 400, 3_000, 100_000);
    private static final int REMEMBERED = 30;
    private static final String DB = "/databases/shop";
    private static final String[] IDS = {
        "users/1",
        "users/2",
        "users/10",
        "Users/Å",
        "orders/1",
        "orders/1/lines/1",
        "orders/ΟΔΟΣ",
        "k\u212A/😀",
        "a b&c=d"
    };
    private static final String[] COLLECTIONS = {"Users", "Orders", "@empty"};
    private static final String[] TAGS = {"users", "orders", "ß"};
    private static final String[] PREFIXES = {"", "u", "USERS/", "users/1", "orders/", "raven/hilo/", "k", "zzz"};
    private static final String[] PATTERNS = {"", "*", "1*", "?", "1|2", "*a", "sers/*"};

    @TempDir
    Path directory;

    private final long seed = Seed.fresh("ServerModelTest");
    private final SplittableRandom random = new SplittableRandom(seed);
    private final ServerModel model = new ServerModel();
    private final Deque<String> lastSteps = new ArrayDeque<>();
    private int restarts;

    /** The model knows nothing of numbers that a node reserves for itself. */
    private ServerSettings.Builder settings() {
        ServerSettings.Builder settings = ServerSettings.builder(directory).rangesAhead(false);
        return OnPostgres.Check.freshStore(getClass())
                .map(url -> settings.store(StoreSettings.of(url)))
                .orElse(settings);
    }

    @Test
    void shouldBehaveAsTheModelDoes() {
        try (TestServer server = TestServer.start(settings())) {
            server.createDatabase("shop");
            for (int step = 0; step < STEPS; step++) {
                try {
                    if (step == STEPS / 2) {
                        // A short run may draw none.
                        restart(server);
                    }
                    step(server);
                } catch (AssertionError | RuntimeException e) {
                    throw new AssertionError(
                            "seed " + seed + ", step " + step + ", the last ones:\n" + String.join("\n", lastSteps), e);
                }
            }
        }
        System.out.printf(
                "[model] %,d steps, %,d documents, %,d restarts, seed %d%n",
                STEPS, model.docs().size(), restarts, seed);
    }

    private void restart(TestServer server) {
        note("restart");
        restarts++;
        server.restart();
    }

    private void step(TestServer server) {
        int roll = random.nextInt(1_000);
        if (roll < 3) {
            restart(server);
        } else if (roll < 400) {
            batch(server);
        } else if (roll < 520) {
            nextRange(server);
        } else if (roll < 600) {
            giveBack(server);
        } else if (roll < 660) {
            identity(server);
        } else {
            read(server, roll);
        }
    }

    private void note(String step) {
        lastSteps.add(step);
        if (lastSteps.size() > REMEMBERED) {
            lastSteps.removeFirst();
        }
    }

    private <T> T any(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    private String any(String[] choices) {
        return choices[random.nextInt(choices.length)];
    }

    // Writes

    private void batch(TestServer server) {
        List<Step> steps = new ArrayList<>();
        int size = 1 + random.nextInt(4);
        for (int i = 0; i < size; i++) {
            steps.add(command());
        }
        String body = Bodies.batch(steps.stream().map(Step::json));
        note("batch " + body);

        Answer answer = server.post(DB + "/bulk_docs", body);

        String refusal = model.apply(steps, answer);
        note("  -> " + answer.status() + (refusal == null ? "" : " " + refusal));
    }

    private Step command() {
        int kind = random.nextInt(20);
        if (kind < 8) {
            return put(random.nextInt(4) == 0 ? anyStored() : any(IDS));
        }
        if (kind < 10) {
            return put("users/");
        }
        if (kind < 12) {
            return put(any(new String[] {"users|", "bills|"}));
        }
        if (kind == 12) {
            return put("");
        }
        if (kind < 15) {
            String id = "Raven/Hilo/" + any(TAGS);
            return Step.put(id, expectation(id), "@hilo", random.nextInt(2_000));
        }
        String id = random.nextInt(5) == 0 ? "raven/HILO/" + any(TAGS) : anyStored();
        return Step.delete(id, expectation(id));
    }

    private Step put(String id) {
        boolean generated = id.isEmpty() || id.endsWith("/") || id.endsWith("|");
        Doc there = model.docs().get(KeyForm.of(id));
        String collection = there == null || random.nextInt(8) == 0 ? any(COLLECTIONS) : there.collection();
        return Step.put(id, generated ? null : expectation(id), collection, random.nextInt(1_000));
    }

    private String anyStored() {
        List<Doc> docs = List.copyOf(model.docs().values());
        String id = docs.isEmpty() ? any(IDS) : any(docs).id();
        // Case must not matter, and of these letters every small one has the capital that it came from.
        return id.matches("[ -~]*") && random.nextBoolean() ? id.toUpperCase(java.util.Locale.ROOT) : id;
    }

    /** Null for anything, empty for absent, the right version, or a wrong one. */
    private @Nullable String expectation(String id) {
        Doc there = model.docs().get(KeyForm.of(id));
        return switch (random.nextInt(6)) {
            case 0 -> "";
            case 1 -> there == null ? "" : there.version();
            case 2 -> "A:1-wrong";
            default -> null;
        };
    }

    /** What all leases of the run belong to; it outlives restarts. */
    private String life = "";

    private void nextRange(TestServer server) {
        String tag = any(TAGS);
        long lastMax = random.nextInt(10) == 0 ? random.nextInt(3_000) : 0;
        int size = 32 + random.nextInt(3) * 16;
        note("next " + tag + " lastMax=" + lastMax + " size=" + size);

        Answer answer =
                server.get(DB + "/hilo/next?tag=" + encoded(tag) + "&lastMax=" + lastMax + "&lastBatchSize=" + size);

        answer.expect(201);
        LeaseToken lease = LeaseToken.parse(lease(answer)).orElseThrow();
        life = lease.life();
        ServerModel.Range range = model.reserve(tag, lastMax, size, lease.serial());
        assertThat(answer.number("Low")).isEqualTo(range.low());
        assertThat(answer.number("High")).isEqualTo(range.high());
        seeCounter(server, tag);
    }

    private static String lease(Answer answer) {
        return answer.header("Mintmark-Lease").orElseThrow();
    }

    private void giveBack(TestServer server) {
        String tag = any(TAGS);
        ServerModel.Range range = model.anyRange(tag, random);
        if (range == null) {
            return;
        }
        long last = range.low() - 2 + random.nextInt(36);
        long end = random.nextInt(6) == 0 ? range.high() - 1 : range.high();
        Long token = random.nextBoolean() ? null : Long.valueOf(range.serial() + random.nextInt(2));
        note("return " + tag + " last=" + last + " end=" + end + " token=" + token);

        Answer answer = server.put(
                DB + "/hilo/return?tag=" + encoded(tag) + "&last=" + last + "&end=" + end
                        + (token == null ? "" : "&lease=" + life + "." + token),
                "");

        answer.expect(204);
        boolean accepted = model.giveBack(tag, last, end, token);
        assertThat(answer.header("Mintmark-Return")).hasValue(accepted ? "accepted" : "ignored");
        if (accepted) {
            seeCounter(server, tag);
        }
    }

    /** A counter's new version is known from reading it only. */
    private void seeCounter(TestServer server, String tag) {
        Answer answer =
                server.get(DB + "/docs?id=" + encoded("Raven/Hilo/" + tag)).expect(200);
        model.seeCounter(tag, answer.path("Results").path(0));
    }

    private void identity(TestServer server) {
        String name = any(new String[] {"users", "bills"});
        if (random.nextInt(3) > 0) {
            note("identity/next " + name);
            Answer answer = server.post(DB + "/identity/next?name=" + name, "");
            assertThat(answer.number("NewIdentityValue")).isEqualTo(model.nextIdentity(name));
        } else {
            long value = random.nextInt(200);
            boolean force = random.nextInt(4) == 0;
            note("identity/seed " + name + " " + value + " " + force);
            Answer answer =
                    server.post(DB + "/identity/seed?name=" + name + "%7C&value=" + value + "&force=" + force, "");
            assertThat(answer.number("NewSeedValue")).isEqualTo(model.seedIdentity(name, value, force));
        }
    }

    // Reads

    private void read(TestServer server, int roll) {
        if (roll < 760) {
            readById(server);
        } else if (roll < 900) {
            readByPrefix(server);
        } else if (roll < 960) {
            readByEtag(server);
        } else {
            readCounts(server);
        }
    }

    private void readById(TestServer server) {
        List<String> ids = new ArrayList<>();
        int count = 1 + random.nextInt(3);
        for (int i = 0; i < count; i++) {
            ids.add(random.nextBoolean() ? anyStored() : any(IDS));
        }
        note("load " + ids);
        String target = DB + "/docs?"
                + String.join("&", ids.stream().map(id -> "id=" + encoded(id)).toList());
        Answer answer = server.get(target);

        List<Doc> expected = new ArrayList<>();
        ids.forEach(id -> expected.add(model.docs().get(KeyForm.of(id))));
        if (count == 1 && expected.get(0) == null) {
            answer.expect(404);
        } else {
            assertDocuments(answer, expected);
            String etag = answer.header("ETag").orElseThrow();
            server.get(target, "If-None-Match", etag).expect(304);
        }
    }

    private void readByPrefix(TestServer server) {
        String prefix = any(PREFIXES);
        String matches = any(PATTERNS);
        String exclude = random.nextInt(3) == 0 ? any(PATTERNS) : "";
        String after = random.nextInt(4) == 0 ? anyStored() : "";
        int start = random.nextInt(3);
        int pageSize = random.nextInt(12);
        note("startsWith " + List.of(prefix, matches, exclude, after, start, pageSize));

        Answer answer = server.get(DB + "/docs?startsWith=" + encoded(prefix) + "&matches=" + encoded(matches)
                + "&exclude=" + encoded(exclude) + "&startAfter=" + encoded(after) + "&start=" + start + "&pageSize="
                + pageSize);

        assertDocuments(
                answer,
                model.byPrefix(prefix, matches, exclude, after)
                        .skip(start)
                        .limit(pageSize)
                        .toList());
    }

    private void readByEtag(TestServer server) {
        int pageSize = 1 + random.nextInt(20);
        note("list by etag " + pageSize);

        assertDocuments(
                server.get(DB + "/docs?start=2&pageSize=" + pageSize),
                model.newestFirst().skip(2).limit(pageSize).toList());
        long from = random.nextLong(model.lastEtag() + 1);
        assertDocuments(
                server.get(DB + "/docs?etag=" + from + "&pageSize=" + pageSize),
                model.oldestFirst(from).limit(pageSize).toList());
    }

    private void readCounts(TestServer server) {
        note("counts");
        Answer collections = server.get(DB + "/collections/stats");
        assertThat(collections.integer("CountOfDocuments"))
                .isEqualTo(model.docs().size());
        assertThat(collections.path("Collections").toString()).isEqualTo(model.collections());
        assertThat(server.get(DB + "/stats").integer("CountOfDocuments"))
                .isEqualTo(model.docs().size());
        assertThat(server.get(DB + "/debug/identities").json().toString()).isEqualTo(model.identities());
    }

    private static void assertDocuments(Answer answer, List<Doc> expected) {
        answer.expect(200);
        List<String> found = new ArrayList<>();
        for (JsonNode document : answer.path("Results")) {
            found.add(document.isNull() ? "null" : ServerModel.describe(document));
        }
        List<String> wanted = new ArrayList<>();
        expected.forEach(doc -> wanted.add(doc == null ? "null" : doc.describe()));
        assertThat(found).isEqualTo(wanted);
    }
}
