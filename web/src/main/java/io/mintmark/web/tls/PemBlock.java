package io.mintmark.web.tls;

import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One block of a PEM file (RFC 7468).
 *
 * @param label the kind of the block: {@code CERTIFICATE}, {@code PRIVATE KEY}
 * @param der the bytes that the block stands for
 */
@SuppressWarnings("ArrayRecordComponent") // nobody compares blocks
record PemBlock(String label, byte[] der) {
    private static final String BEGIN = "-----BEGIN ";
    private static final Pattern BLOCK =
            Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----([A-Za-z0-9+/=\\s]*)-----END \\1-----");

    /** Returns whether {@code text} looks like a PEM file. */
    static boolean isIn(String text) {
        return text.contains(BEGIN);
    }

    /** Returns the blocks of {@code text}, in their order; text between them is for people. */
    static List<PemBlock> allIn(String text) {
        List<PemBlock> blocks = new ArrayList<>();
        Matcher next = BLOCK.matcher(text);
        while (next.find()) {
            blocks.add(new PemBlock(next.group(1), Base64.getMimeDecoder().decode(next.group(2))));
        }
        return blocks;
    }
}
