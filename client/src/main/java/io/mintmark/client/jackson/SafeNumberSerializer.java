package io.mintmark.client.jackson;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import java.io.IOException;
import java.math.BigInteger;

/** Writes whole numbers as JSON numbers where JavaScript holds them exactly, and as texts beyond. Immutable. */
final class SafeNumberSerializer extends StdSerializer<Number> {
    private static final long serialVersionUID = 1L;

    /** The largest number up to which all are exact in JavaScript: 2^53-1. */
    private static final long EXACT_MAX = (1L << 53) - 1;

    static final SafeNumberSerializer LONGS = new SafeNumberSerializer(Long.class);
    static final SafeNumberSerializer BIG_INTEGERS = new SafeNumberSerializer(BigInteger.class);

    private SafeNumberSerializer(Class<? extends Number> type) {
        super(type, false);
    }

    @Override
    public void serialize(Number value, JsonGenerator out, SerializerProvider provider) throws IOException {
        long number = value.longValue();
        boolean fits = !(value instanceof BigInteger big) || big.bitLength() < Long.SIZE;
        if (fits && number >= -EXACT_MAX && number <= EXACT_MAX) {
            out.writeNumber(number);
        } else {
            out.writeString(value.toString());
        }
    }
}
