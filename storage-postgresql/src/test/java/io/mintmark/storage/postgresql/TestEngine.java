package io.mintmark.storage.postgresql;

import io.mintmark.document.NodeTag;
import io.mintmark.storage.ReservedEtags;
import io.mintmark.storage.engine.ClaimTimes;
import io.mintmark.storage.engine.NodeSettings;
import io.mintmark.storage.engine.WhenCutOff;
import io.mintmark.storage.postgresql.sql.PostgresAddress;
import io.mintmark.support.Eventually;
import io.mintmark.support.limits.Limits;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Engines of tests on {@link TestPostgres}, in their shortest form. */
public final class TestEngine {
    /** Quick enough for a test to wait for a lapse. */
    public static final ClaimTimes QUICK = new ClaimTimes(Duration.ofMillis(200), Duration.ofSeconds(2));

    /** A node that others hear of soon, and that outlasts pauses of a busy machine. */
    public static final ClaimTimes BRISK = new ClaimTimes(Duration.ofMillis(200), Duration.ofSeconds(10));

    /** A node whose heart stands still from the start, as after SIGSTOP. */
    public static final ClaimTimes STOPPED = new ClaimTimes(Duration.ofHours(1), Duration.ofSeconds(2));

    private TestEngine() {}

    /** Opens node A. */
    public static PostgresEngine open(String url) {
        return PostgresEngine.open(settings(url, Optional.of(NodeTag.of("A")), ClaimTimes.DEFAULT));
    }

    /** Opens the node of that tag, which hears of others within {@link #QUICK}'s beat. */
    public static PostgresEngine open(String url, String tag) {
        return open(url, tag, QUICK);
    }

    public static PostgresEngine open(String url, String tag, ClaimTimes times) {
        return PostgresEngine.open(settings(url, Optional.of(NodeTag.of(tag)), times));
    }

    /** Opens a node that does so with ranges while it is cut off; the others hand out none but their own. */
    public static PostgresEngine open(String url, String tag, ClaimTimes times, WhenCutOff whenCutOff) {
        PostgresSettings settings = settings(url, Optional.of(NodeTag.of(tag)), times);
        NodeSettings node = settings.node();
        return PostgresEngine.open(new PostgresSettings(
                settings.address(),
                new NodeSettings(
                        node.tag(),
                        node.url(),
                        node.leaseRetention(),
                        node.leasesMax(),
                        node.clock(),
                        node.limits(),
                        node.witness(),
                        node.times(),
                        node.rangesAhead(),
                        node.leaseLog(),
                        whenCutOff,
                        ReservedEtags.NOT_KEPT)));
    }

    /** Opens a node that keeps a witness there. */
    public static PostgresEngine open(String url, String tag, Path witness) {
        return open(url, tag, BRISK, witness);
    }

    static PostgresEngine open(String url, String tag, ClaimTimes times, Path witness) {
        return PostgresEngine.open(settings(url, Optional.of(NodeTag.of(tag)), times, Optional.of(witness), true));
    }

    /** Opens a node whose storages take each range from the counter itself, and are {@code AheadCounters}. */
    public static PostgresEngine openWithoutRangesAhead(String url, String tag) {
        return PostgresEngine.open(settings(url, Optional.of(NodeTag.of(tag)), QUICK, Optional.empty(), false));
    }

    /** Opens a node that waits for a connection longer than any test lasts. */
    static PostgresEngine openPatient(String url, String tag) {
        PostgresAddress patient =
                new PostgresAddress(url, Optional.empty(), Optional.empty(), "mintmark", 4, Duration.ofHours(1));
        return PostgresEngine.open(settings(patient, Optional.of(NodeTag.of(tag)), BRISK, Optional.empty(), true));
    }

    static PostgresEngine openLowest(String url, ClaimTimes times) {
        return PostgresEngine.open(settings(url, Optional.empty(), times));
    }

    /** Returns how the engine there is entered. */
    public static PostgresAddress address(String url) {
        return new PostgresAddress(url, Optional.empty(), Optional.empty(), "mintmark", 4, Duration.ofSeconds(5));
    }

    /** Returns settings with the defaults of the server. */
    public static PostgresSettings settings(String url, Optional<NodeTag> tag, ClaimTimes times) {
        return settings(url, tag, times, Optional.empty(), true);
    }

    private static PostgresSettings settings(
            String url, Optional<NodeTag> tag, ClaimTimes times, Optional<Path> witness, boolean rangesAhead) {
        return settings(address(url), tag, times, witness, rangesAhead);
    }

    private static PostgresSettings settings(
            PostgresAddress address,
            Optional<NodeTag> tag,
            ClaimTimes times,
            Optional<Path> witness,
            boolean rangesAhead) {
        return new PostgresSettings(
                address,
                new NodeSettings(
                        tag,
                        "http://node.test",
                        Duration.ofDays(30),
                        1_000_000,
                        InstantSource.system(),
                        Limits.DEFAULT,
                        witness,
                        times,
                        rangesAhead,
                        true,
                        WhenCutOff.RANGES,
                        ReservedEtags.NOT_KEPT));
    }

    /** Returns the first column of the first row, as a text. */
    public static String ask(String url, String sql) {
        try (Connection connection = DriverManager.getConnection(url + "&currentSchema=mintmark");
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            return row.next() ? String.valueOf(row.getString(1)) : "none";
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Returns when each of those nodes has beaten once from now on and heard the answer: it knows what was committed
     * before. One beat may be under way, and the one after the next is sent when the next is answered.
     */
    public static void awaitBeats(String url, String... tags) {
        Map<String, Long> known = new TreeMap<>();
        for (String tag : tags) {
            known.put(tag, beats(url, tag) + 3);
        }
        known.forEach(
                (tag, enough) -> Eventually.until("node " + tag + " beats and hears", () -> beats(url, tag) >= enough));
    }

    private static long beats(String url, String tag) {
        return Long.parseLong(ask(url, "SELECT beats FROM node WHERE tag = '" + tag + "'"));
    }

    public static void run(String url, String sql) {
        TestPostgres.run(url + "&currentSchema=mintmark", sql);
    }
}
