package io.mintmark.hibernate;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.hibernate.annotations.IdGeneratorType;

/**
 * Marks an id that is issued from a range, before anything is inserted.
 *
 * <pre>{@code
 * @Entity
 * class Order {
 *     @Id
 *     @MintmarkId
 *     Long id;
 * }
 * }</pre>
 *
 * <p>The id may be a {@code long}, an {@code int}, one of their boxes or a {@link java.math.BigInteger}, and is a
 * number from 1; or a String, and is a document id such as {@code orders/10-A}. No other annotation is needed. {@code
 * @GeneratedValue} or any other generator beside it is refused. Anywhere but on the one id of an entity the annotation
 * would have no effect and is refused. An id is not taken back when a transaction rolls back, nor issued again.
 *
 * <p>Where the counter lives is a setting of the persistence unit, see {@link MintmarkSettings}. Type, name and setting
 * are checked when the session factory starts. Entities that name the same counter share it: their ids never coincide,
 * and a lookup in the wrong table finds nothing.
 */
@IdGeneratorType(MintmarkIdGenerator.class)
@Target({ElementType.FIELD, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
public @interface MintmarkId {

    /**
     * Names the counter, without regard to case; by default it has the entity's name, that of the topmost one where
     * entities inherit.
     */
    String counter() default "";

    /**
     * Begins a String id, separator included, such as {@code orders/}, where the counter's source names no prefix of
     * its own; by default it is the counter's name and a {@code /}. Refused on a number, which has none.
     */
    String prefix() default "";
}
