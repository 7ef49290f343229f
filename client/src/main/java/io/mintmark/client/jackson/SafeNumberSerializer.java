package io.mintmark.client.jackson;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import java.io.IOException;
import java.math.BigInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Writes whole numbers as JSON numbers where JavaScript holds them exactly, and as texts beyond. Immutable. */
final class SafeNumberSerializer extends StdSerializer<Number> {
    private static final long serialVersionUID = 1L;

    /** The largest number up to which all are exact in JavaScript: 2^53-1. */
    private static final long EXACT_MAX = (1L << 53) - 1;

    static final SafeNumberSerializer LONGS = new SafeNumberSerializer(Long.class);
    static final SafeNumberSerializer ATOMIC_LONGS = new SafeNumberSerializer(AtomicLong.class);
    static final SafeNumberSerializer BIG_INTEGERS = new SafeNumberSerializer(BigInteger.class);
    static final JsonSerializer<long[]> LONG_ARRAYS = new Elements();

    private SafeNumberSerializer(Class<? extends Number> type) {
        super(type, false);
    }

    @Override
    public void serialize(Number value, JsonGenerator out, SerializerProvider provider) throws IOException {
        long number = value.longValue();
        boolean fits = !(value instanceof BigInteger big) || big.bitLength() < Long.SIZE;
        if (fits && isExact(number)) {
            out.writeNumber(number);
        } else {
            out.writeString(value.toString());
        }
    }

    private static boolean isExact(long number) {
        return number >= -EXACT_MAX && number <= EXACT_MAX;
    }

    /** Writes each element of an array, which Jackson writes without asking for the serializer of a long. */
    private static final class Elements extends StdSerializer<long[]> {
        private static final long serialVersionUID = 1L;

        Elements() {
            super(long[].class);
        }

        @Override
        public void serialize(long[] numbers, JsonGenerator out, SerializerProvider provider) throws IOException {
            out.writeStartArray();
            for (long number : numbers) {
                if (isExact(number)) {
                    out.writeNumber(number);
                } else {
                    out.writeString(Long.toString(number));
                }
            }
            out.writeEndArray();
        }
    }
}
