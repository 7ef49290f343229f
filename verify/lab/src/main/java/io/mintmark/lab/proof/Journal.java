package io.mintmark.lab.proof;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Reads what the watcher wrote down: records of {@code struct header} in {@code watch.c}, each with its bytes. */
public final class Journal {
    private static final byte[] NOTHING = {};
    private static final int CREATED = 1;
    private static final int TRUNCATED = 2;

    private final ByteBuffer bytes;

    private Journal(ByteBuffer bytes) {
        this.bytes = bytes;
    }

    /** Returns the first {@code count} operations in order. */
    public static List<Operation> read(Path file, long count) throws IOException {
        if (count == 0) {
            return List.of();
        }
        Journal journal = new Journal(ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.nativeOrder()));
        List<Operation> operations = new ArrayList<>();
        while (journal.bytes.hasRemaining()) {
            operations.add(journal.next());
        }
        if (operations.size() != count) {
            throw new IOException("the journal must hold " + count + " operations, but holds " + operations.size());
        }
        return operations;
    }

    private Operation next() {
        Operation.Kind kind = Operation.Kind.of(bytes.getInt());
        int error = bytes.getInt();
        int descriptor = bytes.getInt();
        int flags = bytes.getInt();
        int pathLength = bytes.getInt();
        int otherLength = bytes.getInt();
        long offset = bytes.getLong();
        long length = bytes.getLong();
        String path = text(pathLength);
        String other = text(otherLength);
        byte[] data = NOTHING;
        if (kind == Operation.Kind.WRITE) {
            data = new byte[(int) length];
            bytes.get(data);
        }
        return new Operation(
                kind,
                error != 0,
                descriptor,
                (flags & CREATED) != 0,
                (flags & TRUNCATED) != 0,
                path,
                other,
                offset,
                length,
                data);
    }

    private String text(int length) {
        byte[] text = new byte[length];
        bytes.get(text);
        return new String(text, StandardCharsets.UTF_8);
    }
}
