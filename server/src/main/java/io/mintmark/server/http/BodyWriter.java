package io.mintmark.server.http;

import java.io.IOException;
import java.io.OutputStream;

/** Writes a reply's body piece by piece, so that it never has to be in memory as a whole. */
@FunctionalInterface
public interface BodyWriter {
    /** Writes the body; {@code out} is buffered, and closed by the caller. */
    void writeTo(OutputStream out) throws IOException;
}
