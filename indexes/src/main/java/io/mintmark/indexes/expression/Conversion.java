package io.mintmark.indexes.expression;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.Map;

/**
 * What a cast makes of a value. Numbers stay exact: {@code decimal}, {@code double} and {@code float} differ in nothing
 * here.
 */
public enum Conversion {
    /** A whole number of 8 bits without sign. */
    BYTE {
        @Override
        JsonNode convert(JsonNode value) {
            return whole(value, BigInteger.ZERO, BigInteger.valueOf(255));
        }
    },
    /** A whole number of 16 bits. */
    SHORT {
        @Override
        JsonNode convert(JsonNode value) {
            return whole(value, BigInteger.valueOf(Short.MIN_VALUE), BigInteger.valueOf(Short.MAX_VALUE));
        }
    },
    /** A whole number of 32 bits. */
    INT {
        @Override
        JsonNode convert(JsonNode value) {
            return whole(value, BigInteger.valueOf(Integer.MIN_VALUE), BigInteger.valueOf(Integer.MAX_VALUE));
        }
    },
    /** A whole number of 64 bits. */
    LONG {
        @Override
        JsonNode convert(JsonNode value) {
            return whole(value, BigInteger.valueOf(Long.MIN_VALUE), BigInteger.valueOf(Long.MAX_VALUE));
        }
    },
    /** A number that is not divided as whole numbers are. */
    DECIMAL {
        @Override
        JsonNode convert(JsonNode value) {
            return Trees.NODES.numberNode(number(value));
        }
    },
    /** A text, which nothing else is made. */
    STRING {
        @Override
        JsonNode convert(JsonNode value) {
            return require(value, value.isTextual());
        }
    },
    /** True or false. */
    BOOL {
        @Override
        JsonNode convert(JsonNode value) {
            return require(value, value.isBoolean());
        }
    },
    /** Any value. */
    OBJECT {
        @Override
        JsonNode convert(JsonNode value) {
            return value;
        }
    };

    private static final Map<String, Conversion> BY_TYPE = Map.ofEntries(
            Map.entry("byte", BYTE),
            Map.entry("short", SHORT),
            Map.entry("int", INT),
            Map.entry("long", LONG),
            Map.entry("decimal", DECIMAL),
            Map.entry("double", DECIMAL),
            Map.entry("float", DECIMAL),
            Map.entry("string", STRING),
            Map.entry("bool", BOOL),
            Map.entry("object", OBJECT),
            Map.entry("dynamic", OBJECT));

    /**
     * Returns the conversion to a type by its name in C#.
     *
     * @throws IllegalArgumentException if there is no such type
     */
    public static Conversion to(String type) {
        Conversion conversion = BY_TYPE.get(type);
        if (conversion == null) {
            throw new IllegalArgumentException("a type must be one of " + BY_TYPE.keySet() + ": " + type);
        }
        return conversion;
    }

    abstract JsonNode convert(JsonNode value);

    JsonNode of(JsonNode value) {
        return value.isNull() ? value : convert(value);
    }

    /** What is behind the point is cut off, as in C#. */
    JsonNode whole(JsonNode value, BigInteger least, BigInteger greatest) {
        BigInteger whole = number(value).setScale(0, RoundingMode.DOWN).toBigIntegerExact();
        boolean fits = whole.compareTo(least) >= 0 && whole.compareTo(greatest) <= 0;
        JsonNode ignored = require(value, fits);
        return Trees.NODES.numberNode(whole.longValueExact());
    }

    BigDecimal number(JsonNode value) {
        return Numbers.value(require(value, value.isNumber()));
    }

    JsonNode require(JsonNode value, boolean fits) {
        if (!fits) {
            throw new EvaluationException("A cast to " + name().toLowerCase(Locale.ROOT) + " does not fit "
                    + Kinds.of(value) + ": leave the cast out, or store another value.");
        }
        return value;
    }
}
