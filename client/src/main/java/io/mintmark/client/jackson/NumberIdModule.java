package io.mintmark.client.jackson;

import com.fasterxml.jackson.core.Version;
import com.fasterxml.jackson.databind.module.SimpleModule;
import java.math.BigInteger;

/**
 * Makes Jackson write numeric ids as texts, {@code "customerId":"9007199254740993"}, and read them from texts and numbers.
 *
 * <p>JavaScript holds numbers exactly only up to 2^53-1, and silently turns the id above into another one. So with this
 * module
 *
 * <ul>
 *   <li>{@code long} and {@code BigInteger} members called {@code id}, or whose name ends in {@code Id}, are always
 *       texts; so are the elements of collections and arrays of them whose name ends in {@code Ids};
 *   <li>other members of these types are JSON numbers up to 2^53-1 (and down to its negative), and texts beyond.
 * </ul>
 *
 * <p>A number is read from a JSON number or from a text in ASCII digits, spelt as Java prints it. {@code "+7"}, {@code
 * "007"}, {@code " 7"}, digits of other scripts and numbers that do not fit the member are refused, because two spellings
 * would be one id. Every {@code DocumentStore} uses this module; add it to other mappers by {@code registerModule}. Keys of
 * maps are texts in any case.
 */
public final class NumberIdModule extends SimpleModule {
    private static final long serialVersionUID = 1L;

    /** Creates the module; one instance serves any number of mappers. */
    public NumberIdModule() {
        super(NumberIdModule.class.getName(), Version.unknownVersion());
        addSerializer(Long.class, SafeNumberSerializer.LONGS);
        addSerializer(long.class, SafeNumberSerializer.LONGS);
        addSerializer(BigInteger.class, SafeNumberSerializer.BIG_INTEGERS);
        addDeserializer(Long.class, new CanonicalNumberDeserializer<>(Long.class, null, BigInteger::longValueExact));
        addDeserializer(long.class, new CanonicalNumberDeserializer<>(Long.class, 0L, BigInteger::longValueExact));
        addDeserializer(BigInteger.class, new CanonicalNumberDeserializer<>(BigInteger.class, null, number -> number));
        setSerializerModifier(new NumberIdModifier());
    }
}
