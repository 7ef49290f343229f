package io.mintmark.client.jackson;

import com.fasterxml.jackson.core.Version;
import com.fasterxml.jackson.databind.module.SimpleModule;
import java.math.BigInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Makes Jackson write numeric ids as texts, {@code "customerId":"9007199254740993"}, and read them from texts and
 * numbers.
 *
 * <p>JavaScript holds numbers exactly only up to 2^53-1, and silently turns the id above into another one. So with this
 * module
 *
 * <ul>
 *   <li>{@code long}, {@code AtomicLong} and {@code BigInteger} members called {@code id}, or whose name ends in
 *       {@code Id}, are always texts; so are the elements of collections and arrays of them whose name ends in
 *       {@code Ids};
 *   <li>other values of these types, those in arrays, collections and maps included, are JSON numbers up to 2^53-1 (and
 *       down to its negative), and texts beyond. Trees ({@code JsonNode}) and decimal numbers are written as they are.
 * </ul>
 *
 * <p>A number is read from a JSON number or from a text in ASCII digits, spelt as Java prints it. {@code "+7"}, {@code
 * "007"}, {@code " 7"}, digits of other scripts and numbers that do not fit the member are refused, because two
 * spellings would be one id. Every {@code DocumentStore} uses this module; add it to other mappers by
 * {@code registerModule}. Keys of maps are texts in any case.
 */
public final class NumberIdModule extends SimpleModule {
    private static final long serialVersionUID = 1L;

    /** Creates the module; one instance serves any number of mappers. */
    public NumberIdModule() {
        super(NumberIdModule.class.getName(), Version.unknownVersion());
        addSerializer(Long.class, SafeNumberSerializer.LONGS);
        addSerializer(long.class, SafeNumberSerializer.LONGS);
        addSerializer(long[].class, SafeNumberSerializer.LONG_ARRAYS);
        addSerializer(AtomicLong.class, SafeNumberSerializer.ATOMIC_LONGS);
        addSerializer(BigInteger.class, SafeNumberSerializer.BIG_INTEGERS);
        addDeserializer(Long.class, new CanonicalNumberDeserializer<>(Long.class, null, BigInteger::longValueExact));
        CanonicalNumberDeserializer<Long> primitive =
                new CanonicalNumberDeserializer<>(Long.class, 0L, BigInteger::longValueExact);
        addDeserializer(long.class, primitive);
        addDeserializer(long[].class, new CanonicalNumbersDeserializer(primitive));
        addDeserializer(
                AtomicLong.class,
                new CanonicalNumberDeserializer<>(
                        AtomicLong.class, null, number -> new AtomicLong(number.longValueExact())));
        addDeserializer(BigInteger.class, new CanonicalNumberDeserializer<>(BigInteger.class, null, number -> number));
        setSerializerModifier(new NumberIdModifier());
    }
}
