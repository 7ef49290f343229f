package io.mintmark.web.body;

import java.io.IOException;
import java.io.OutputStream;

/** One reply while it is compressed. One thread at a time. */
interface Compression {
    /** Returns where the plain bytes go. */
    OutputStream stream();

    /** Writes what is still held back, and the end. */
    void finish() throws IOException;

    /** Frees what lies outside the heap, whether the reply ended or not. */
    void release();
}
