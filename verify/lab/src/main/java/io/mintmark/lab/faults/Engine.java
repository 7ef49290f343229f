package io.mintmark.lab.faults;

import io.mintmark.lab.process.Child;
import io.mintmark.lab.process.PeerProcess;
import io.mintmark.lab.process.Postgres;
import io.mintmark.lab.process.WorkDirectory;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** PostgreSQL as a process that is stopped, started, copied and put back; its clock is libfaketime's if installed. */
final class Engine implements AutoCloseable {
    private static final Path FAKE_TIME = Path.of("/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1");
    private static final String ROOT = "root";
    private static final int END_SECONDS = 60;
    private static final long READY_MILLIS = 240_000;
    private static final long PAUSE_MILLIS = 200;

    private final Path binaries;
    private final DataCopies copies;
    private final Path log;
    private final Path clock;
    private final InetSocketAddress address;
    private @Nullable Process process;

    private Engine(Path binaries, WorkDirectory work) throws IOException {
        this.binaries = binaries;
        this.copies = new DataCopies(work.file("engine"), work.file("engine-copy"));
        this.log = work.file("engine.log");
        this.clock = work.file("engine-clock");
        this.address = PeerProcess.freePort();
    }

    /** Makes an empty one, as durable as the one that measurements use, and starts it. */
    static Engine start(WorkDirectory work) throws IOException {
        Postgres.start(work).close();
        Engine engine = new Engine(binaries(work.file("postgres-binaries")), work);
        engine.clock("+0");
        engine.initialise();
        engine.start();
        return engine;
    }

    private static Path binaries(Path unpacked) throws IOException {
        try (var files = Files.walk(unpacked)) {
            return files.filter(file -> file.endsWith("bin") && Files.exists(file.resolve("initdb")))
                    .findFirst()
                    .orElseThrow(() -> new IOException("no initdb below " + unpacked));
        }
    }

    private void initialise() throws IOException {
        List<String> initdb = command("initdb", "-D", copies.data().toString(), "-U", Postgres.USER, "-A", "trust");
        initdb.addAll(List.of("-E", "UTF8", "--no-locale"));
        Process made = builder(initdb).start();
        if (await(made) != 0) {
            throw new IOException("initdb failed: " + Files.readString(log));
        }
    }

    /** PostgreSQL refuses root, which is somebody else in a user namespace. */
    private List<String> command(String program, String... arguments) {
        List<String> command = new ArrayList<>();
        if (System.getProperty("user.name", "").equals(ROOT)) {
            command.addAll(List.of("unshare", "-U"));
        }
        command.add(binaries.resolve(program).toString());
        command.addAll(List.of(arguments));
        return command;
    }

    private ProcessBuilder builder(List<String> command) {
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    }

    /** Starts it over its directory and waits until it takes connections. */
    void start() throws IOException {
        List<String> postgres = command("postgres", "-D", copies.data().toString(), "-p", "" + address.getPort());
        postgres.addAll(List.of("-c", "listen_addresses=127.0.0.1", "-c", "max_connections=200"));
        postgres.addAll(List.of("-c", "unix_socket_directories="));
        ProcessBuilder builder = builder(postgres);
        if (hasClock()) {
            builder.environment().put("LD_PRELOAD", FAKE_TIME.toString());
            builder.environment().put("FAKETIME_TIMESTAMP_FILE", clock.toString());
            builder.environment().put("FAKETIME_NO_CACHE", "1");
            builder.environment().put("DONT_FAKE_MONOTONIC", "1");
        }
        process = Child.kept(builder.start());
        awaitReady();
    }

    private void awaitReady() throws IOException {
        boolean isReady = Child.holdsWithin(READY_MILLIS, PAUSE_MILLIS, () -> {
            try {
                return !ask("SELECT 1").isEmpty();
            } catch (SQLException notYet) {
                return false;
            }
        });
        if (!isReady) {
            throw new IOException("PostgreSQL did not start: " + Files.readString(log));
        }
    }

    /** Ends it: by SIGINT, which rolls back and writes out, or at once by SIGQUIT, as if it had crashed. */
    void stop(boolean isFast) throws IOException {
        Process running = process;
        if (running != null) {
            Child.signal(running, isFast ? "INT" : "QUIT");
            int ignored = await(running);
            process = null;
        }
    }

    private static int await(Process process) throws IOException {
        try {
            if (process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
                return process.exitValue();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        Process ignored = process.destroyForcibly();
        throw new IOException("PostgreSQL did not end within " + END_SECONDS + " s");
    }

    /** Runs one statement and returns its first value; empty if it has none. */
    String ask(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url() + "&connectTimeout=5&socketTimeout=20");
                Statement statement = connection.createStatement()) {
            if (!statement.execute(sql)) {
                return "";
            }
            ResultSet row = statement.getResultSet();
            return row.next() ? String.valueOf(row.getString(1)) : "";
        }
    }

    private String url() {
        return "jdbc:postgresql://127.0.0.1:" + address.getPort() + "/postgres?user=" + Postgres.USER;
    }

    /** Copies its directory while it runs, by a backup of its own. */
    void copyOnline() throws IOException, SQLException {
        try (Connection connection = DriverManager.getConnection(url());
                Statement statement = connection.createStatement()) {
            statement.execute("SELECT pg_backup_start('faults', true)");
            copies.take();
            ResultSet row = statement.executeQuery("SELECT labelfile FROM pg_backup_stop(false)");
            if (!row.next()) {
                throw new IOException("PostgreSQL must give a backup label");
            }
            copies.complete(row.getString(1));
        }
    }

    /** Returns the copies of its directory; they are taken and put back only while it is stopped. */
    DataCopies copies() {
        return copies;
    }

    boolean hasClock() {
        return Files.exists(FAKE_TIME);
    }

    /** Sets its clock apart from the machine's, such as {@code +3600}; works while it runs. */
    void clock(String offset) throws IOException {
        Path next = clock.resolveSibling("engine-clock-next");
        Files.writeString(next, offset + "\n");
        Files.move(next, clock, StandardCopyOption.ATOMIC_MOVE);
    }

    InetSocketAddress address() {
        return address;
    }

    @Override
    public void close() throws IOException {
        stop(false);
    }
}
