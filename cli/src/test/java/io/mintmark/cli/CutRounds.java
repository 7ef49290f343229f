package io.mintmark.cli;

import static org.awaitility.Awaitility.await;

import io.mintmark.counter.NumberSlice;
import java.io.IOException;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * Cuts between nodes and PostgreSQL, one after the other: of wires in each way in which wires fail, and of the engine, which is
 * killed, takes no writes or has no room. In some a node that is cut off is killed, or paused, also for longer than its claim
 * lasts.
 */
final class CutRounds {
    private static final int MILLIS_MIN = 2_500;
    private static final int MILLIS_SPREAD = 1_500;
    private static final Duration WELL_WITHIN = Duration.ofMinutes(2);
    private static final Duration SHORT = Duration.ofSeconds(2);
    private static final Duration BEYOND_THE_CLAIM = Duration.ofMillis(10_300);
    private static final int DEEDS_EVERY = 5;
    private static final int LONG_PAUSE_EVERY = 5;
    private static final int CUTS_PER_LINE = 10;

    private final EngineSite engine;
    private final String database;
    private final List<CutSide> sides;
    private final SplittableRandom random;
    private final List<Kind> kinds = new ArrayList<>(Arrays.asList(Kind.values()));

    /** How often what was done. */
    final Map<String, Integer> done = new TreeMap<>();

    private int deeds;

    /** What is cut: wires, or the engine for all. */
    private enum Kind {
        REFUSED,
        VANISHED,
        TO_ENGINE,
        TO_NODE,
        SLOW,
        ENGINE_KILLED,
        ENGINE_READ_ONLY,
        ENGINE_FULL
    }

    CutRounds(EngineSite engine, String database, List<CutSide> sides, SplittableRandom random) {
        this.engine = engine;
        this.database = database;
        this.sides = sides;
        this.random = random;
    }

    /** Cuts so often, and waits each time until all is as before. */
    void run(int cuts) throws Exception {
        engine.run(
                database,
                "CREATE FUNCTION public.no_space() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION"
                        + " 'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$");
        for (int cut = 0; cut < cuts; cut++) {
            if (cut % kinds.size() == 0) {
                Collections.shuffle(kinds, new Random(random.nextLong()));
            }
            Kind kind = kinds.get(cut % kinds.size());
            count(kind.name());
            cut(kind, cut % DEEDS_EVERY == DEEDS_EVERY - 1);
            awaitWell();
            if ((cut + 1) % CUTS_PER_LINE == 0) {
                System.out.printf("[cuts] %d of %d: %s%n", cut + 1, cuts, done);
            }
        }
    }

    private void count(String what) {
        done.merge(what, 1, Integer::sum);
    }

    private void cut(Kind kind, boolean withDeed) throws Exception {
        List<CutSide> dark = kind.name().startsWith("ENGINE") ? sides : someSides();
        begin(kind, dark);
        RealTime.pass(Duration.ofMillis(MILLIS_MIN + random.nextInt(MILLIS_SPREAD)));
        CutSide one = dark.get(random.nextInt(dark.size()));
        boolean kills = withDeed && deeds % 2 == 0;
        if (kills) {
            one.kill();
            count("node killed");
        } else if (withDeed) {
            boolean isLong = deeds % (2 * LONG_PAUSE_EVERY) == 1;
            one.pause(isLong ? BEYOND_THE_CLAIM : SHORT);
            count(isLong ? "node paused beyond its claim" : "node paused");
        }
        deeds += withDeed ? 1 : 0;
        end(kind, dark);
        if (kills) {
            one.startAgain();
        }
    }

    private List<CutSide> someSides() {
        List<CutSide> some = new ArrayList<>();
        while (some.isEmpty()) {
            sides.stream().filter(side -> random.nextBoolean()).forEach(some::add);
        }
        return some;
    }

    private void begin(Kind kind, List<CutSide> dark) throws Exception {
        switch (kind) {
            case ENGINE_KILLED -> engine.kill();
            case ENGINE_READ_ONLY ->
                engine.run(
                        "postgres",
                        "ALTER DATABASE " + database + " SET default_transaction_read_only = on",
                        endSessions());
            case ENGINE_FULL ->
                engine.run(
                        database,
                        "CREATE TRIGGER no_space BEFORE UPDATE ON mintmark.node EXECUTE FUNCTION public.no_space()");
            default -> dark.forEach(side -> side.fail(CutSide.Fault.valueOf(kind.name())));
        }
    }

    private void end(Kind kind, List<CutSide> dark) throws Exception {
        switch (kind) {
            case ENGINE_KILLED -> engine.start();
            case ENGINE_READ_ONLY ->
                engine.run(
                        "postgres",
                        "ALTER DATABASE " + database + " RESET default_transaction_read_only",
                        endSessions());
            case ENGINE_FULL -> engine.run(database, "DROP TRIGGER no_space ON mintmark.node");
            default -> dark.forEach(CutSide::heal);
        }
    }

    private String endSessions() {
        return "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '" + database + "'";
    }

    private void awaitWell() {
        for (CutSide side : sides) {
            await("node " + side.tag + " is well, and all is home")
                    .atMost(WELL_WITHIN)
                    .ignoreExceptions()
                    .until(side::isWell);
            Calls calls = new Calls(HttpClient.newHttpClient(), side.url());
            await("numbers are ordinary again").atMost(WELL_WITHIN).until(() -> isOrdinary(calls));
        }
    }

    private static boolean isOrdinary(Calls calls) throws IOException, InterruptedException {
        try {
            return !NumberSlice.has(calls.next("fresh").low());
        } catch (Calls.RefusedException e) {
            return false;
        }
    }
}
