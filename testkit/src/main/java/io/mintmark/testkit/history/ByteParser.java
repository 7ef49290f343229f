package io.mintmark.testkit.history;

/** Reads what {@link ByteBuilder} wrote; throws {@link HistoryException} where a block ends too early. */
final class ByteParser {
    private static final int GROUP_BITS = 7;
    private static final int MORE = 1 << GROUP_BITS;

    private final byte[] bytes;
    private int at;

    ByteParser(byte[] bytes) {
        this.bytes = bytes;
    }

    boolean isAtEnd() {
        return at == bytes.length;
    }

    int octet() {
        if (isAtEnd()) {
            throw new HistoryException("an entry must end within its block of " + bytes.length + " bytes");
        }
        return bytes[at++] & 0xFF;
    }

    long unsigned() {
        long value = 0;
        for (int shift = 0; shift < Long.SIZE; shift += GROUP_BITS) {
            int group = octet();
            value |= (long) (group & (MORE - 1)) << shift;
            if (group < MORE) {
                break;
            }
        }
        return value;
    }

    long signed() {
        long value = unsigned();
        return (value >>> 1) ^ -(value & 1);
    }

    /** Reads how many things of at least a byte each follow. */
    int count() {
        long count = unsigned();
        if (count < 0 || count > bytes.length - at) {
            throw new HistoryException("an entry must end within its block: " + count + " more of its parts");
        }
        return (int) count;
    }

    String text() {
        char[] letters = new char[count()];
        for (int i = 0; i < letters.length; i++) {
            letters[i] = (char) unsigned();
        }
        return new String(letters);
    }
}
