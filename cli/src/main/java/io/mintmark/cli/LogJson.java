package io.mintmark.cli;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.core.LayoutBase;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import io.mintmark.support.LogEntry;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One event as one JSON object on a line of its own, for programs that collect logs.
 *
 * <p>Only ASCII is written, so that what clients chose can neither forge a line nor steer the terminal of a reader.
 */
final class LogJson extends LayoutBase<ILoggingEvent> {
    private static final int CHARS_USUAL = 256;

    private final JsonFactory json =
            JsonFactory.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

    @Override
    public String doLayout(ILoggingEvent event) {
        StringWriter line = new StringWriter(CHARS_USUAL);
        try (JsonGenerator out = json.createGenerator(line)) {
            out.writeStartObject();
            out.writeStringField("time", LogLine.time(event.getTimeStamp()));
            out.writeStringField("level", event.getLevel().toString());
            out.writeStringField("logger", event.getLoggerName());
            out.writeStringField("thread", event.getThreadName());
            @Nullable LogEntry entry = entry(event);
            out.writeStringField(
                    "message", entry == null ? String.valueOf(event.getFormattedMessage()) : entry.event());
            if (entry != null) {
                writeMembers(entry, out);
            }
            writeFailure(event, out);
            writeContext(event, out);
            out.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException("a text in memory takes every line", e);
        }
        return line.append('\n').toString();
    }

    /** An event with members is the only argument of its message, which is nothing but that. */
    private static @Nullable LogEntry entry(ILoggingEvent event) {
        Object @Nullable [] arguments = event.getArgumentArray();
        boolean alone = arguments != null && arguments.length == 1 && "{}".equals(event.getMessage());
        return alone && arguments[0] instanceof LogEntry entry ? entry : null;
    }

    /** A name that comes several times has an array of its values. */
    private static void writeMembers(LogEntry entry, JsonGenerator out) throws IOException {
        Map<String, List<Object>> byName = new LinkedHashMap<>();
        for (LogEntry.Member member : entry.members()) {
            byName.computeIfAbsent(member.name(), name -> new ArrayList<>(1)).add(member.value());
        }
        out.writeObjectFieldStart("fields");
        for (Map.Entry<String, List<Object>> each : byName.entrySet()) {
            out.writeFieldName(each.getKey());
            if (each.getValue().size() == 1) {
                writeValue(each.getValue().get(0), out);
            } else {
                out.writeStartArray();
                for (Object value : each.getValue()) {
                    writeValue(value, out);
                }
                out.writeEndArray();
            }
        }
        out.writeEndObject();
    }

    private static void writeValue(Object value, JsonGenerator out) throws IOException {
        if (value instanceof Double number) {
            out.writeNumber(number);
        } else if (value instanceof Number number) {
            out.writeNumber(number.longValue());
        } else {
            out.writeString(String.valueOf(value));
        }
    }

    private static void writeFailure(ILoggingEvent event, JsonGenerator out) throws IOException {
        @Nullable IThrowableProxy failure = event.getThrowableProxy();
        if (failure != null) {
            out.writeStringField("exception", failure.getClassName());
            out.writeStringField("stack", LogLine.stack(event));
        }
    }

    /** What others put beside the message: an agent the id of the trace, for instance. */
    private static void writeContext(ILoggingEvent event, JsonGenerator out) throws IOException {
        Map<String, String> context = event.getMDCPropertyMap();
        if (!context.isEmpty()) {
            out.writeObjectFieldStart("context");
            for (Map.Entry<String, String> each : context.entrySet()) {
                out.writeStringField(each.getKey(), each.getValue());
            }
            out.writeEndObject();
        }
    }
}
