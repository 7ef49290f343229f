package io.mintmark.indexes.rows;

import com.fasterxml.jackson.databind.JsonNode;
import io.mintmark.indexes.expression.CanonicalJson;
import io.mintmark.indexes.expression.Numbers;
import io.mintmark.internal.XxHash64;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Map;

/**
 * The hash of a reduce key, by RavenDB's rules: one number is its own 64 bits, one text its XXH64, several values the
 * XXH64 of their bytes one after the other, without those that are null.
 *
 * <p>Texts are UTF-8; a whole number has eight bytes, the low one first, and any other number those of a {@code
 * double}; truth has one byte; anything else is its JSON, whose members are sorted. Several values are taken in the
 * order of the group-by, and the members of an object that is the whole key in the order of their names.
 */
final class KeyHash {
    private KeyHash() {}

    static long of(JsonNode key) {
        if (key.isObject() && !key.isEmpty()) {
            return ofMembers(CanonicalJson.sorted(key));
        }
        return key.isNumber() ? bits(key) : XxHash64.hash(bytes(key), 0);
    }

    static long ofSeveral(JsonNode values) {
        return ofMembers(values.properties());
    }

    private static long ofMembers(Collection<Map.Entry<String, JsonNode>> members) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        members.forEach(member -> bytes.writeBytes(bytes(member.getValue())));
        return XxHash64.hash(bytes.toByteArray(), 0);
    }

    private static byte[] bytes(JsonNode value) {
        if (value.isNumber()) {
            return ByteBuffer.allocate(Long.BYTES)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .putLong(bits(value))
                    .array();
        }
        if (value.isBoolean()) {
            return new byte[] {(byte) (value.booleanValue() ? 1 : 0)};
        }
        if (value.isNull()) {
            return new byte[0];
        }
        String text = value.isTextual() ? value.textValue() : CanonicalJson.ofValue(value);
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** Asks the value and not its spelling, since 42 and 42.0 are one key. */
    private static long bits(JsonNode number) {
        if (Numbers.isLong(number)) {
            return number.longValue();
        }
        BigDecimal value = Numbers.value(number).stripTrailingZeros();
        boolean isLong = value.scale() <= 0 && value.toBigInteger().bitLength() < Long.SIZE;
        return isLong ? value.longValueExact() : Double.doubleToLongBits(value.doubleValue());
    }
}
