package io.mintmark.spring;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks the id of an entity of Spring Data JDBC that is issued from a counter before a new one is written.
 *
 * <pre>{@code
 * record Order(@Id @FromCounter("orders") Long id, String buyer) {}
 *
 * Order stored = orders.save(new Order(null, "Ada")); // id 1
 * }</pre>
 *
 * <p>The id may be a {@code long}, an {@code int}, one of their boxes, a {@link java.math.BigInteger} or a String,
 * which is then a document id such as {@code orders/10-A}. Only an id that is null or 0 is filled, that of the
 * aggregate's root and that of each entity below it, in collections too. The annotation is refused on any member that
 * is not an entity's id. For JPA's entities there is {@code io.mintmark.hibernate.MintmarkId}.
 */
@Target({ElementType.FIELD, ElementType.METHOD, ElementType.ANNOTATION_TYPE, ElementType.RECORD_COMPONENT})
@Retention(RetentionPolicy.RUNTIME)
public @interface FromCounter {

    /** Names the counter, without regard to case. */
    String value();

    /**
     * Begins a String id, separator included; by default it is the counter's name and a {@code /}. Refused on a number,
     * which has none.
     */
    String prefix() default "";
}
