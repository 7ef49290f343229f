package io.mintmark.server.documents.batch;

import java.io.IOException;
import java.io.OutputStream;

/**
 * Output that is held back until it outgrows a buffer, so that what fails early can be taken back. Used by one thread.
 *
 * <p>Closing it does nothing; {@link #release} lets go of what is held.
 */
final class RevocableOutput extends OutputStream {
    private static final int BYTES = 32 << 10;

    private final OutputStream sink;
    private final byte[] held = new byte[BYTES];
    private int length;
    private boolean outgrown;

    RevocableOutput(OutputStream sink) {
        this.sink = sink;
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int count) throws IOException {
        if (count <= held.length - length && !outgrown) {
            System.arraycopy(bytes, offset, held, length, count);
            length += count;
            return;
        }
        pass();
        outgrown = true;
        sink.write(bytes, offset, count);
    }

    /** Lets go of what is held, and begins to hold anew. */
    void release() throws IOException {
        pass();
        outgrown = false;
    }

    /** Forgets everything since {@link #release} and returns true, or returns false if some of it is gone already. */
    boolean takeBack() {
        length = outgrown ? length : 0;
        return !outgrown;
    }

    private void pass() throws IOException {
        sink.write(held, 0, length);
        length = 0;
    }
}
