package io.mintmark.client.jackson;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import java.io.IOException;

/** Writes whole numbers as texts: a single one, or the elements of an array or a collection. Stateless. */
final class NumberTextSerializer extends StdSerializer<Object> {
    private static final long serialVersionUID = 1L;

    static final JsonSerializer<Object> ONE = new NumberTextSerializer();
    static final JsonSerializer<Object> SEVERAL = new Elements();

    private NumberTextSerializer() {
        super(Object.class);
    }

    @Override
    public void serialize(Object value, JsonGenerator out, SerializerProvider provider) throws IOException {
        out.writeString(value.toString());
    }

    /** Writes each element as a text. */
    private static final class Elements extends StdSerializer<Object> {
        private static final long serialVersionUID = 1L;

        Elements() {
            super(Object.class);
        }

        @Override
        public void serialize(Object value, JsonGenerator out, SerializerProvider provider) throws IOException {
            out.writeStartArray();
            if (value instanceof long[] numbers) {
                for (long number : numbers) {
                    out.writeString(Long.toString(number));
                }
            } else if (value instanceof Object[] numbers) {
                for (Object number : numbers) {
                    write(number, out);
                }
            } else {
                for (Object number : (Iterable<?>) value) {
                    write(number, out);
                }
            }
            out.writeEndArray();
        }

        private static void write(Object number, JsonGenerator out) throws IOException {
            if (number == null) {
                out.writeNull();
            } else {
                out.writeString(number.toString());
            }
        }
    }
}
