package io.mintmark.server.storage.postgresql;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.mintmark.document.IdentityPartsSeparator;
import io.mintmark.server.storage.Party;
import io.mintmark.server.storage.Pending;
import io.mintmark.server.storage.contract.OpenedStorage;
import io.mintmark.server.storage.document.CommandResult;
import io.mintmark.server.storage.document.DocumentBatch;
import io.mintmark.server.storage.document.DocumentCommand;
import io.mintmark.server.storage.document.Expectation;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;

@SuppressWarnings({"NullAway", "StringSplitter"})
class BulkProbeTest {
    private static final String BODY = "{\"text\":\"" + "x".repeat(230) + "\"}";
    private static long number;

    private static long cpuTicks(long pid) throws Exception {
        String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
        String[] f = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        return Long.parseLong(f[11]) + Long.parseLong(f[12]);
    }

    private static long threadCpu() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    private interface Variant {
        void once(Connection c, int n) throws Exception;
    }

    private static void raw(TestCluster cluster, String name, int groups, int n, Variant v) throws Exception {
        cluster.execute("TRUNCATE document; CHECKPOINT");
        try (Connection c = DriverManager.getConnection(cluster.url() + "&stringtype=unspecified")) {
            c.setAutoCommit(false);
            long pid;
            try (Statement s = c.createStatement(); ResultSet r = s.executeQuery("SELECT pg_backend_pid()")) {
                r.next();
                pid = r.getLong(1);
            }
            c.commit();
            for (int i = 0; i < 30; i++) {
                v.once(c, n);
                c.commit();
            }
            long cpu = cpuTicks(pid);
            long mine = threadCpu();
            long commit = 0;
            long begun = System.nanoTime();
            for (int i = 0; i < groups; i++) {
                v.once(c, n);
                long b = System.nanoTime();
                c.commit();
                commit += System.nanoTime() - b;
            }
            double docs = (double) groups * n;
            System.out.printf(
                    Locale.ROOT,
                    "[probe] %s: wall %.2f us, backend cpu %.2f us, java cpu %.2f us, commit %.2f us%n",
                    name,
                    (System.nanoTime() - begun) / docs / 1e3,
                    (cpuTicks(pid) - cpu) * 1e4 / docs,
                    (threadCpu() - mine) / docs / 1e3,
                    commit / docs / 1e3);
        }
    }

    private static Object[] columns(int n) {
        String[] key = new String[n];
        String[] id = new String[n];
        Long[] collection = new Long[n];
        String[] node = new String[n];
        Long[] etag = new Long[n];
        Long[] modified = new Long[n];
        byte[][] metadata = new byte[n][];
        byte[][] body = new byte[n][];
        for (int i = 0; i < n; i++) {
            number++;
            key[i] = String.format("docs/%010d", number);
            id[i] = key[i];
            collection[i] = 1L;
            node[i] = "A";
            etag[i] = number;
            modified[i] = number;
            metadata[i] = "{\"@collection\":\"Things\"}".getBytes(UTF_8);
            body[i] = BODY.getBytes(UTF_8);
        }
        return new Object[] {key, id, collection, node, etag, modified, metadata, body};
    }

    private static void unnest(Connection c, int n, String tail, boolean fetch) throws Exception {
        Object[] columns = columns(n);
        if (fetch) {
            try (PreparedStatement s = c.prepareStatement("SELECT key, id, etag, node, collection, modified,"
                    + " octet_length(metadata) + octet_length(body),"
                    + " CASE WHEN key = ANY(?) THEN metadata END, CASE WHEN key = ANY(?) THEN body END"
                    + " FROM document WHERE database = ? AND key = ANY(?) ORDER BY key FOR UPDATE")) {
                s.setArray(1, c.createArrayOf("text", new String[0]));
                s.setArray(2, c.createArrayOf("text", new String[0]));
                s.setLong(3, 1);
                s.setArray(4, c.createArrayOf("text", (String[]) columns[0]));
                try (ResultSet r = s.executeQuery()) {
                    while (r.next()) {}
                }
            }
        }
        try (PreparedStatement s = c.prepareStatement(
                "INSERT INTO document (database, key, id, collection, node, etag, modified, metadata, body)"
                        + " SELECT ?::bigint, added.* FROM unnest(?::text[], ?::text[], ?::bigint[], ?::text[], ?::bigint[],"
                        + " ?::bigint[], ?::bytea[], ?::bytea[]) AS added" + tail)) {
            s.setLong(1, 1);
            for (int i = 0; i < columns.length; i++) {
                Object[] column = (Object[]) columns[i];
                String type = column instanceof Long[] ? "int8" : column instanceof byte[][] ? "bytea" : "text";
                s.setArray(i + 2, c.createArrayOf(type, column));
            }
            s.executeUpdate();
        }
    }

    private static void copy(Connection c, int n) throws Exception {
        Object[] columns = columns(n);
        String[] keys = (String[]) columns[0];
        CopyIn copy = c.unwrap(PGConnection.class)
                .getCopyAPI()
                .copyIn("COPY document (database, key, id, collection, node, etag, modified, metadata, body)"
                        + " FROM STDIN (FORMAT binary)");
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(1 << 16);
        DataOutputStream out = new DataOutputStream(bytes);
        out.write("PGCOPY\n\u00ff\r\n\0".getBytes(java.nio.charset.StandardCharsets.ISO_8859_1));
        out.writeInt(0);
        out.writeInt(0);
        for (int i = 0; i < n; i++) {
            out.writeShort(9);
            number(out, 1);
            text(out, keys[i].getBytes(UTF_8));
            text(out, keys[i].getBytes(UTF_8));
            number(out, 1);
            text(out, "A".getBytes(UTF_8));
            number(out, ((Long[]) columns[4])[i]);
            number(out, 5);
            text(out, ((byte[][]) columns[6])[i]);
            text(out, ((byte[][]) columns[7])[i]);
            if (bytes.size() > 32_000) {
                byte[] b = bytes.toByteArray();
                copy.writeToCopy(b, 0, b.length);
                bytes.reset();
            }
        }
        out.writeShort(-1);
        byte[] b = bytes.toByteArray();
        copy.writeToCopy(b, 0, b.length);
        copy.endCopy();
    }

    private static void number(DataOutputStream out, long v) throws Exception {
        out.writeInt(8);
        out.writeLong(v);
    }

    private static void text(DataOutputStream out, byte[] v) throws Exception {
        out.writeInt(v.length);
        out.write(v);
    }

    @Test
    void shouldProbe() throws Exception {
        try (TestCluster cluster = new TestCluster()) {
            for (int round = 0; round < 3; round++) {
                raw(cluster, "unnest", 60, 1000, (c, n) -> unnest(c, n, "", false));
                storage(cluster);
            }
            try (jdk.jfr.Recording recording = new jdk.jfr.Recording()) {
                recording.enable("jdk.ExecutionSample").withPeriod(java.time.Duration.ofMillis(5));
                recording.start();
                for (int round = 0; round < 5; round++) {
                    storage(cluster);
                }
                recording.stop();
                Path file = Path.of("/tmp/lane.jfr");
                recording.dump(file);
                java.util.Map<String, Integer> top = new java.util.TreeMap<>();
                java.util.Map<String, Integer> all = new java.util.TreeMap<>();
                int n = 0;
                for (var event : jdk.jfr.consumer.RecordingFile.readAllEvents(file)) {
                    var thread = event.getThread("sampledThread");
                    if (thread == null || !String.valueOf(thread.getJavaName()).startsWith("mintmark-writer")) {
                        continue;
                    }
                    n++;
                    var frames = event.getStackTrace().getFrames();
                    top.merge(name(frames.get(0)), 1, Integer::sum);
                    java.util.Set<String> seen = new java.util.TreeSet<>();
                    for (var frame : frames) {
                        if (seen.add(name(frame))) {
                            all.merge(name(frame), 1, Integer::sum);
                        }
                    }
                }
                System.out.println("[probe] samples " + n);
                print("self", top);
                print("all", all);
            }
        }
    }

    private static String name(jdk.jfr.consumer.RecordedFrame frame) {
        return frame.getMethod().getType().getName().replaceAll(".*\\.", "") + "." + frame.getMethod().getName();
    }

    private static void print(String what, java.util.Map<String, Integer> counts) {
        counts.entrySet().stream()
                .sorted(java.util.Map.Entry.<String, Integer>comparingByValue().reversed())
                .limit(45)
                .forEach(each -> System.out.println("[probe] " + what + " " + each.getValue() + " " + each.getKey()));
    }

    private static void storage(TestCluster cluster) throws Exception {
        cluster.execute("TRUNCATE document; CHECKPOINT");
        PostgresStorage storage = cluster.open("A", 1);
        try (Connection c = cluster.source().getConnection()) {}
        bulk(storage, 30);
        long pid = cluster.number("SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() ORDER BY state_change DESC LIMIT 1");
        long cpu = 0;
        List<Long> pids = pids(cluster);
        for (long p : pids) {
            cpu -= cpuTicks(p);
        }
        long thread = writerCpu();
        long begun = System.nanoTime();
        int groups = 150;
        bulk(storage, groups);
        long wall = System.nanoTime() - begun;
        for (long p : pids) {
            cpu += cpuTicks(p);
        }
        System.out.printf(
                Locale.ROOT,
                "[probe] storage: wall %.2f us, backends cpu %.2f us, writer cpu %.2f us (pid %d)%n",
                wall / 1e6 / groups,
                cpu * 10.0 / groups,
                (writerCpu() - thread) / 1e6 / groups,
                pid);
        storage.close();
    }

    private static List<Long> pids(TestCluster cluster) throws Exception {
        List<Long> all = new ArrayList<>();
        try (Connection c = DriverManager.getConnection(cluster.url());
                Statement s = c.createStatement();
                ResultSet r = s.executeQuery(
                        "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()")) {
            while (r.next()) {
                all.add(r.getLong(1));
            }
        }
        return all;
    }

    private static long writerCpu() {
        var threads = ManagementFactory.getThreadMXBean();
        long sum = 0;
        for (long id : threads.getAllThreadIds()) {
            var info = threads.getThreadInfo(id);
            if (info != null && info.getThreadName().startsWith("mintmark-")) {
                sum += threads.getThreadCpuTime(id);
            }
        }
        return sum;
    }

    private static void bulk(PostgresStorage storage, int groups) {
        Pending<List<CommandResult>> before = null;
        for (int g = 0; g < groups; g++) {
            List<DocumentCommand> commands = new ArrayList<>();
            for (int i = 0; i < 1000; i++) {
                commands.add(OpenedStorage.putting(
                        "docs/" + ++number, Expectation.ANYTHING, OpenedStorage.content("Things", BODY)));
            }
            if (before != null) {
                before.await();
            }
            before = storage.submit(new DocumentBatch(commands, IdentityPartsSeparator.DEFAULT), Party.NOBODY);
        }
        before.await();
    }
}
