package io.mintmark.web.tls;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Elements of ASN.1 in their distinguished encoding. */
final class Der {
    private Der() {}

    static byte[] sequence(byte[]... parts) {
        return element(0x30, parts);
    }

    /** Writes a number of one byte, 0 to 127. */
    static byte[] integer(int value) {
        return element(0x02, new byte[] {(byte) value});
    }

    static byte[] octets(byte[] content) {
        return element(0x04, content);
    }

    static byte[] bits(byte[] content) {
        return element(0x03, new byte[] {0}, content);
    }

    static byte[] time(String yearToSecond) {
        return element(0x18, (yearToSecond + "Z").getBytes(StandardCharsets.US_ASCII));
    }

    static byte[] oid(String dotted) {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        String[] arcs = dotted.split("\\.", -1);
        content.write(Integer.parseInt(arcs[0]) * 40 + Integer.parseInt(arcs[1]));
        for (int i = 2; i < arcs.length; i++) {
            int arc = Integer.parseInt(arcs[i]);
            for (int shift = 28; shift > 0; shift -= 7) {
                if (arc >> shift > 0) {
                    content.write(0x80 | arc >> shift & 0x7f);
                }
            }
            content.write(arc & 0x7f);
        }
        return element(0x06, content.toByteArray());
    }

    static byte[] element(int tag, byte[]... parts) {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            content.writeBytes(part);
        }
        ByteArrayOutputStream element = new ByteArrayOutputStream();
        element.write(tag);
        int length = content.size();
        if (length < 0x80) {
            element.write(length);
        } else {
            element.write(0x83);
            element.write(length >> 16);
            element.write(length >> 8);
            element.write(length);
        }
        element.writeBytes(content.toByteArray());
        byte[] all = element.toByteArray();
        return length >= 0x80 ? shortest(all) : all;
    }

    /** Lengths take as few bytes as they can. */
    private static byte[] shortest(byte[] all) {
        int zeros = 0;
        while (all[2 + zeros] == 0) {
            zeros++;
        }
        byte[] shorter = new byte[all.length - zeros];
        shorter[0] = all[0];
        shorter[1] = (byte) (0x83 - zeros);
        System.arraycopy(all, 2 + zeros, shorter, 2, shorter.length - 2);
        return shorter;
    }
}
