package io.mintmark.cli.backup;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;

/** Standard output for bytes. Java's own keeps to itself that it took fewer than it was given, so it is asked. */
final class StandardOutput extends OutputStream {
    private final PrintStream out;

    StandardOutput(PrintStream out) {
        this.out = out;
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        out.write(bytes, offset, length);
        flush();
    }

    @Override
    public void flush() throws IOException {
        if (out.checkError()) {
            throw new IOException("standard output takes no more");
        }
    }
}
