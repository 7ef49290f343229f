package io.mintmark.lab.hostile.cases;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;

/** Large bodies, made once for each case. */
final class Bytes {
    static final int MEBIBYTE = 1 << 20;

    private Bytes() {}

    static byte[] of(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** Returns {@code before}, then {@code each} so many times, then {@code after}. */
    static byte[] repeated(String before, String each, int times, String after) {
        return joined(of(before), repeated(of(each), times), of(after));
    }

    static byte[] repeated(byte[] each, int times) {
        byte[] all = new byte[each.length * times];
        for (int i = 0; i < times; i++) {
            System.arraycopy(each, 0, all, i * each.length, each.length);
        }
        return all;
    }

    static byte[] joined(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }

    /** Returns texts of so many numbers from 0 with commas between them. */
    static String list(int count, IntFunction<String> each) {
        return IntStream.range(0, count).mapToObj(each).collect(Collectors.joining(","));
    }

    static byte[] gzip(byte[] plain) {
        ByteArrayOutputStream coded = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(coded)) {
            out.write(plain);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return coded.toByteArray();
    }

    /** Returns a document of a collection with a member {@code T}, which is a text of so many letters. */
    static byte[] text(String collection, int letters) {
        return repeated("{\"K\":1,\"N\":2,\"T\":\"", "x", letters, "\"," + metadata(collection) + "}");
    }

    /** Returns a document of a collection with those members. */
    static byte[] document(String collection, String members) {
        return of("{" + members + "," + metadata(collection) + "}");
    }

    static String metadata(String collection) {
        return "\"@metadata\":{\"@collection\":\"" + collection + "\"}";
    }
}
