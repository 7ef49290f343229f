package io.mintmark.server.storage.postgresql.sql;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;

/**
 * Many new rows as one stream of {@code COPY … FROM STDIN (FORMAT binary)}: the engine stores the first ones while the next are
 * written. Used once, by one thread, and closed in any case.
 *
 * <p>A row whose key is there fails the stream with 23505, and with it the transaction.
 */
public final class BinaryCopy implements AutoCloseable {
    private static final byte[] HEADER = {
        'P', 'G', 'C', 'O', 'P', 'Y', '\n', (byte) 0xFF, '\r', '\n', 0, 0, 0, 0, 0, 0, 0, 0, 0
    };
    private static final int ROOM = 1 << 16;
    private static final short END = -1;

    private final CopyIn copy;
    private final short columns;
    private final ByteBuffer buffer = ByteBuffer.allocate(ROOM);

    /**
     * Begins.
     *
     * @param sql the whole statement
     * @param columns how many values each row has
     */
    public BinaryCopy(Connection connection, String sql, int columns) throws SQLException {
        this.copy = connection.unwrap(PGConnection.class).getCopyAPI().copyIn(sql);
        this.columns = (short) columns;
        buffer.put(HEADER);
    }

    /** Begins a row. */
    public BinaryCopy row() throws SQLException {
        need(Short.BYTES).putShort(columns);
        return this;
    }

    /** Adds a BIGINT. */
    public BinaryCopy number(long value) throws SQLException {
        need(Integer.BYTES + Long.BYTES).putInt(Long.BYTES).putLong(value);
        return this;
    }

    /** Adds a TEXT. */
    public BinaryCopy text(String value) throws SQLException {
        return bytes(value.getBytes(StandardCharsets.UTF_8));
    }

    /** Adds a BYTEA. */
    public BinaryCopy bytes(byte[] value) throws SQLException {
        need(Integer.BYTES).putInt(value.length);
        if (value.length > ROOM) {
            flush();
            copy.writeToCopy(value, 0, value.length);
        } else {
            need(value.length).put(value);
        }
        return this;
    }

    private ByteBuffer need(int bytes) throws SQLException {
        if (buffer.remaining() < bytes) {
            flush();
        }
        return buffer;
    }

    private void flush() throws SQLException {
        copy.writeToCopy(buffer.array(), 0, buffer.position());
        buffer.clear();
    }

    /** Ends the stream, and returns how many rows were stored. */
    public long end() throws SQLException {
        need(Short.BYTES).putShort(END);
        flush();
        return copy.endCopy();
    }

    /** Gives the stream up if it did not end; the transaction has failed then. */
    @Override
    public void close() throws SQLException {
        if (copy.isActive()) {
            copy.cancelCopy();
        }
    }
}
