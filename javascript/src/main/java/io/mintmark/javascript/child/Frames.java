package io.mintmark.javascript.child;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The form of messages: numbers, big-endian, and texts in UTF-8, each preceded by its length in bytes.
 *
 * <p>A request is a verb, the number of a program, whether each answer is sent as soon as its item is done, how many
 * items there are, and the items. Such answers tell the asker which item was under way when no more came; others are
 * sent together, which costs less.
 */
public final class Frames {
    /**
     * Loads a program: its libraries, its maps, and its reduce. One answer: what its keys are, and the collections of
     * its maps.
     */
    public static final int LOAD = 1;

    /** Maps documents: for each, the numbers of its maps, and its JSON. An answer has keys and values by turns. */
    public static final int MAP = 2;

    /** Reduces groups: for each, its key, and an array of values. An answer has one value. */
    public static final int REDUCE = 3;

    /** Keeps a program, in the same form, that was loaded before by another process. No answer. */
    public static final int KEEP = 4;

    /** Begins an answer with texts. */
    public static final int DONE = 1;

    /** Begins an answer with the reason why there is none. */
    public static final int FAILED = 2;

    /** Stands before answers: a program is being loaded for the next item, which may take its own time. */
    public static final int LOADING = 3;

    /** Likewise: that is over, and the item begins. */
    public static final int LOADED = 4;

    /** A key or a value that a script returns is no longer, in characters: a group's values are reduced together. */
    static final int VALUE_MAX = 256 << 10;

    /** All that a script returns for one item is no longer, in characters. */
    static final int ANSWER_MAX = 4 << 20;

    /** A text is no longer, in bytes. */
    private static final int TEXT_MAX = 64 << 20;

    /** A list of texts is no longer. */
    static final int LIST_MAX = 1 << 20;

    private Frames() {}

    /** Writes a text. */
    public static void writeText(DataOutputStream out, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (bytes.length > TEXT_MAX) {
            throw new IOException("a text of " + bytes.length + " bytes is longer than " + TEXT_MAX);
        }
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    /** Reads a text. */
    static String readText(DataInputStream in) throws IOException {
        byte[] bytes = in.readNBytes(requireWithin(in.readInt(), TEXT_MAX));
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** Writes how many texts there are, then the texts. */
    public static void writeTexts(DataOutputStream out, List<String> texts) throws IOException {
        out.writeInt(texts.size());
        for (String text : texts) {
            writeText(out, text);
        }
    }

    /** Reads texts. */
    public static List<String> readTexts(DataInputStream in) throws IOException {
        int count = requireWithin(in.readInt(), LIST_MAX);
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            texts.add(readText(in));
        }
        return texts;
    }

    private static int requireWithin(int length, int most) throws IOException {
        if (length < 0 || length > most) {
            throw new EOFException("a length of " + length + " is no part of a message");
        }
        return length;
    }
}
