package io.mintmark.storage.sqlite.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** A database that the real driver writes to, and what is known of its log without reading it: where each commit ends. */
public final class WrittenLog implements AutoCloseable {
    public static final int FRAME_HEADER_BYTES = 24;

    public final int frameBytes;
    public final Path wal;
    private final Path file;
    private final Connection connection;
    /** For each commit of the present generation, the number of frames up to its end. */
    private final List<Integer> ends = new ArrayList<>();

    WrittenLog(Path directory, int pageBytes) throws SQLException, IOException {
        Files.createDirectories(directory);
        file = directory.resolve("database-1.sqlite");
        wal = directory.resolve("database-1.sqlite-wal");
        frameBytes = FRAME_HEADER_BYTES + pageBytes;
        connection = ConnectionOpener.DRIVER.open("jdbc:sqlite:" + file);
        execute("PRAGMA page_size=" + pageBytes);
        Pragmas.prepareWriter(connection);
        commit("CREATE TABLE thing (number INTEGER PRIMARY KEY, bytes BLOB)");
        commit("INSERT INTO thing VALUES (1, NULL)");
    }

    /** A log of a few commits of one and of several frames, without anything after them. */
    static WrittenLog fresh(Path directory, int pageBytes) throws SQLException, IOException {
        WrittenLog log = new WrittenLog(directory, pageBytes);
        log.commitFrames(1);
        log.commitFrames(4);
        log.commitFrames(1);
        log.commitFrames(3);
        return log;
    }

    /** A log that began anew: some commits, and after them frames of the generation before. */
    static WrittenLog begunAnew(Path directory, int pageBytes) throws SQLException, IOException {
        WrittenLog log = fresh(directory, pageBytes);
        log.commitFrames(9);
        log.beginAnew();
        log.commitFrames(1);
        log.commitFrames(2);
        log.commitFrames(1);
        log.commitFrames(3);
        return log;
    }

    /** A new log beside a database of {@code from} pages, which made it grow to {@code to} one by one. */
    static WrittenLog growing(Path directory, int pageBytes, int from, int to) throws SQLException, IOException {
        WrittenLog log = new WrittenLog(directory, pageBytes);
        while (log.pages() < from) {
            log.commitFrames(2);
        }
        log.beginAnew();
        log.execute("PRAGMA wal_checkpoint(TRUNCATE)");
        while (log.pages() < to) {
            log.commitFrames(2);
        }
        return log;
    }

    private int pages() throws SQLException {
        return Integer.parseInt(Pragmas.read(connection, "page_count"));
    }

    /** Commits that many frames or a few more. */
    void commitFrames(int frames) throws SQLException {
        int bytes = frames == 1 ? 10 : (frames - 1) * (frameBytes - FRAME_HEADER_BYTES);
        commit("INSERT INTO thing (bytes) VALUES (randomblob(" + bytes + "))");
    }

    private void commit(String sql) throws SQLException {
        execute(sql);
        try (Statement statement = connection.createStatement();
                ResultSet pages = statement.executeQuery("PRAGMA wal_checkpoint(NOOP)")) {
            ends.add(pages.getInt("log"));
        }
    }

    /** Lets the next commit overwrite the log from its front. */
    void beginAnew() throws SQLException {
        execute("PRAGMA wal_checkpoint(RESTART)");
        ends.clear();
    }

    /** Writes more than the cache holds, so that frames go to the log, and takes it back. */
    void rollBack(int frames) throws SQLException {
        execute("PRAGMA cache_size=2");
        execute("BEGIN");
        try (PreparedStatement insert =
                connection.prepareStatement("INSERT INTO thing (bytes) VALUES (randomblob(?))")) {
            for (int i = 0; i < frames; i++) {
                insert.setInt(1, frameBytes - FRAME_HEADER_BYTES);
                insert.executeUpdate();
            }
        }
        execute("ROLLBACK");
    }

    public void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    public int commits() {
        return ends.size();
    }

    /** Returns how many frames the first {@code commits} commits have. */
    int framesUpTo(int commits) {
        return commits == 0 ? 0 : ends.get(commits - 1);
    }

    public byte[] bytes() throws IOException {
        return Files.readAllBytes(wal);
    }

    /** Copies the file and its log into {@code directory}, as a crash at this moment would leave them; returns the log. */
    public Path crashInto(Path directory) throws IOException {
        Files.createDirectories(directory);
        Files.copy(file, directory.resolve(file.getFileName()));
        return Files.copy(wal, directory.resolve(wal.getFileName()));
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
