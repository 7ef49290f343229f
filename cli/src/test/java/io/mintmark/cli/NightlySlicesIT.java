package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.testkit.Effort;
import io.mintmark.testkit.Seed;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three nodes that are cut off from PostgreSQL in each way, killed and paused meanwhile, while clients draw numbers of the same
 * counters and store new documents at each: every number comes once, whatever its tag, numbers are ordinary again after each
 * cut, and every document that was acknowledged is at every node.
 *
 * <p>{@code -Dmintmark.cuts} sets how often.
 */
@Timeout(value = 3, unit = TimeUnit.HOURS)
class NightlySlicesIT {
    private static final String DATABASE_NAME = "slices";
    private static final int IDS_PER_READ = 200;
    /** What a hundred cuts are to come to. */
    private static final long NUMBERS_A_CUT = 1_000_000;

    @TempDir
    private Path directory;

    @Test
    void noNumberComesTwiceAndNoDocumentIsLostWhateverIsCut() throws Exception {
        int cuts = Effort.of("cuts of nodes", 4, 10, 100, "mintmark.cuts");
        long seed = Seed.fresh("cuts of nodes");
        SplittableRandom random = new SplittableRandom(seed);
        List<CutSide> sides = new ArrayList<>();
        try (EngineSite engine = started();
                CutClients clients = new CutClients()) {
            for (String tag : List.of("A", "B", "C")) {
                sides.add(new CutSide(tag, directory.resolve(tag), engine.port(), DATABASE_NAME));
            }
            new Calls(HttpClient.newHttpClient(), sides.get(0).url()).createDatabase();
            sides.forEach(side -> clients.begin(side.url(), random.split()));
            CutRounds rounds = new CutRounds(engine, DATABASE_NAME, sides, random.split());
            rounds.run(cuts);
            long refused = clients.finish();
            judge(clients, sides, rounds, refused, cuts);
        } finally {
            for (CutSide side : sides) {
                side.close();
            }
        }
    }

    private EngineSite started() throws Exception {
        EngineSite engine = new EngineSite(directory.resolve("engines"));
        Path ignored = engine.nextData();
        try {
            engine.start();
        } catch (IOException | RuntimeException e) {
            engine.close();
            System.out.println("[skipped] PostgreSQL cannot be started here: " + e);
            Assumptions.abort("PostgreSQL cannot be started here: " + e);
        }
        engine.run("postgres", "CREATE DATABASE " + DATABASE_NAME);
        return engine;
    }

    private static void judge(CutClients clients, List<CutSide> sides, CutRounds rounds, long refused, int cuts)
            throws Exception {
        long setAside = 0;
        List<String> lost = new ArrayList<>();
        List<String> overwritten = new ArrayList<>();
        for (CutSide side : sides) {
            setAside += (long) side.metric("mintmark_journal_set_aside");
            compare(clients.documents, new Calls(HttpClient.newHttpClient(), side.url()), lost, overwritten);
        }
        System.out.printf(
                "[report] %,d cuts %s: %,d numbers and ids, %,d numbers of slices, %,d twice; %,d documents, %,d lost, %,d"
                        + " overwritten, %,d set aside; %,d calls refused or not answered%n",
                cuts,
                rounds.done,
                clients.checker.issuedCount(),
                clients.ofSlices(),
                clients.checker.duplicateCount(),
                clients.documents.size(),
                lost.size(),
                overwritten.size(),
                setAside,
                refused);
        clients.checker.requireNoDuplicates();
        assertThat(lost).isEmpty();
        assertThat(overwritten).isEmpty();
        assertThat(setAside).isZero();
        assertThat(clients.ofSlices()).isPositive();
        assertThat(clients.checker.issuedCount()).isGreaterThan(cuts * NUMBERS_A_CUT);
    }

    private static void compare(Map<String, String> documents, Calls node, List<String> lost, List<String> overwritten)
            throws Exception {
        List<String> ids = List.copyOf(documents.keySet());
        for (int from = 0; from < ids.size(); from += IDS_PER_READ) {
            List<String> part = ids.subList(from, Math.min(ids.size(), from + IDS_PER_READ));
            Map<String, String> found = node.read(part);
            for (String id : part) {
                String there = found.get(id);
                if (there == null) {
                    lost.add(id);
                } else if (!there.equals(documents.get(id))) {
                    overwritten.add(id);
                }
            }
        }
    }
}
