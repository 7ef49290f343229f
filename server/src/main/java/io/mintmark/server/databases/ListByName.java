package io.mintmark.server.databases;

import io.mintmark.protocol.Parameters;
import io.mintmark.storage.NamedNumber;
import io.mintmark.storage.Slice;
import io.mintmark.support.Json;
import io.mintmark.web.http.BodyWriter;
import io.mintmark.web.http.Query;
import io.mintmark.web.http.Request;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * A list sorted by name while it is sent: a page in memory, a page a part. One thread at a time.
 *
 * <p>Each page is read when the one before was sent, so a name that is added or removed meanwhile may show or not.
 */
public final class ListByName<T> implements BodyWriter {
    private static final int PAGE = 256;
    /** What an entry takes beside its name: objects, numbers, the names of members. */
    private static final int ENTRY_OVERHEAD_BYTES = 512;

    /** An entry may have its name twice. */
    private static final int BYTES_PER_CHAR = 8;

    /**
     * How a list is read and written.
     *
     * @param read reads part of it
     * @param name finds what it is sorted by
     * @param write appends an entry as JSON
     */
    record Form<T>(Function<Slice, List<T>> read, Function<T, String> name, BiConsumer<T, StringBuilder> write) {}

    private final Request request;
    private final Form<T> form;
    private final String end;
    private Slice rest;
    private String before;
    private long bytesKept;

    /**
     * Creates the body of a reply to {@code request}.
     *
     * @param start what stands before the first entry
     * @param end what stands after the last
     */
    ListByName(Request request, Slice slice, String start, String end, Form<T> form) {
        this.request = request;
        this.rest = slice;
        this.before = start;
        this.end = end;
        this.form = form;
    }

    /** Returns the body of a list whose entries are members of an object: names with their numbers. */
    public static BodyWriter ofNumbers(
            Request request, Slice slice, String start, String end, Function<Slice, List<NamedNumber>> read) {
        Form<NamedNumber> form = new Form<>(read, NamedNumber::name, (entry, json) -> {
            quote(entry.name(), json);
            json.append(':').append(entry.number());
        });
        return new ListByName<>(request, slice, start, end, form);
    }

    /** Returns the part of a list that a request asks for: all of it, unless it says otherwise. */
    public static Slice asked(Query query) {
        return new Slice("", query.count(Parameters.START, 0), query.count(Parameters.PAGE_SIZE, Integer.MAX_VALUE));
    }

    /** Appends a text in quotes. */
    static void quote(String text, StringBuilder json) {
        json.append('"');
        Json.escape(text, json);
        json.append('"');
    }

    @Override
    public boolean writePart(OutputStream out) throws IOException {
        int asked = Math.min(PAGE, rest.limit());
        List<T> page = asked == 0 ? List.of() : form.read().apply(rest.atMost(asked));
        keep(page);
        StringBuilder json = new StringBuilder();
        for (T entry : page) {
            json.append(before);
            before = ",";
            form.write().accept(entry, json);
        }
        boolean more = !page.isEmpty() && page.size() == asked;
        if (more) {
            rest = rest.continuedAfter(form.name().apply(page.get(asked - 1)), asked);
        } else {
            json.append(before.equals(",") ? "" : before).append(end);
        }
        out.write(json.toString().getBytes(StandardCharsets.UTF_8));
        return more;
    }

    /** One page is kept at a time, so the largest counts. */
    private void keep(List<T> page) {
        long bytes = (long) ENTRY_OVERHEAD_BYTES * page.size();
        for (T entry : page) {
            bytes += (long) BYTES_PER_CHAR * form.name().apply(entry).length();
        }
        if (bytes > bytesKept) {
            request.keepInMemory(bytes - bytesKept);
            bytesKept = bytes;
        }
    }
}
