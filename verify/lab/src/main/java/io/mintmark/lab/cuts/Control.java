package io.mintmark.lab.cuts;

import io.mintmark.lab.proof.Operation;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Memory that this JVM and the watcher in it share: a mapped file, laid out as {@code struct control} in
 * {@code watch.c}.
 */
final class Control {
    static final int BYTES = 4096;

    private static final VarHandle INT = MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.nativeOrder());
    private static final VarHandle LONG = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static final int JOURNALLING = 0;
    private static final int ARMED = 4;
    private static final int FAULT = 8;
    private static final int NTH = 12;
    private static final int COUNTED = 16;
    private static final int HIT = 20;
    private static final int OPERATIONS = 24;
    private static final int BEGIN_ANEW = 32;
    private static final int BROKEN = 36;
    private static final int HIT_PATH = 40;
    private static final int HIT_PATH_BYTES = 256;

    private final ByteBuffer shared;

    private Control(ByteBuffer shared) {
        this.shared = shared;
    }

    /** Maps a file that the watcher mapped before. */
    static Control open(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return new Control(
                    channel.map(FileChannel.MapMode.READ_WRITE, 0, BYTES).order(ByteOrder.nativeOrder()));
        }
    }

    /** Journals from here on, into an empty journal. */
    void beginJournal() {
        LONG.setVolatile(shared, OPERATIONS, 0L);
        INT.setVolatile(shared, BEGIN_ANEW, 1);
        INT.setVolatile(shared, JOURNALLING, 1);
    }

    void endJournal() {
        INT.setVolatile(shared, JOURNALLING, 0);
    }

    /** Returns how many operations were journalled; what they are to do is done. */
    long operations() {
        return (long) LONG.getVolatile(shared, OPERATIONS);
    }

    /** From here on counts the operations that {@code fault} can befall, and has it befall the {@code nth}. */
    void arm(Fault fault, int nth) {
        INT.setVolatile(shared, FAULT, fault.number());
        INT.setVolatile(shared, NTH, nth);
        INT.setVolatile(shared, COUNTED, 0);
        INT.setVolatile(shared, HIT, 0);
        for (int i = 0; i < HIT_PATH_BYTES; i++) {
            shared.put(HIT_PATH + i, (byte) 0);
        }
        INT.setVolatile(shared, ARMED, 1);
    }

    void disarm() {
        INT.setVolatile(shared, ARMED, 0);
    }

    /** Returns how many operations the fault could have befallen, or did, since it was armed. */
    int counted() {
        return (int) INT.getVolatile(shared, COUNTED);
    }

    boolean hasStruck() {
        return (int) INT.getVolatile(shared, HIT) != 0;
    }

    /** Returns what kind of operation the fault befell; only if it {@link #hasStruck}. */
    Operation.Kind struckKind() {
        return Operation.Kind.of((int) INT.getVolatile(shared, HIT));
    }

    /** Returns the path of the file that the fault befell. */
    String struckPath() {
        byte[] text = new byte[HIT_PATH_BYTES];
        int length = 0;
        while (length < HIT_PATH_BYTES && shared.get(HIT_PATH + length) != 0) {
            text[length] = shared.get(HIT_PATH + length);
            length++;
        }
        return new String(text, 0, length, StandardCharsets.UTF_8);
    }

    /** Fails if the watcher could not write everything down. */
    void requireWhole() throws IOException {
        int error = (int) INT.getVolatile(shared, BROKEN);
        if (error != 0) {
            throw new IOException("the journal of file operations is not whole: errno=" + error);
        }
    }
}
