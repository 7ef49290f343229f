package io.mintmark.spring;

import io.mintmark.counter.ExhaustedException;
import io.mintmark.hilo.HiLo;
import io.mintmark.range.Range;
import io.mintmark.spring.internal.AggregateTree;
import java.math.BigInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.data.mapping.PersistentPropertyAccessor;
import org.springframework.data.relational.core.mapping.RelationalMappingContext;
import org.springframework.data.relational.core.mapping.RelationalPersistentEntity;
import org.springframework.data.relational.core.mapping.RelationalPersistentProperty;
import org.springframework.data.relational.core.mapping.event.BeforeConvertCallback;

/**
 * Fills each empty id in an aggregate that is marked {@link FromCounter}, just before the aggregate is converted to
 * rows.
 *
 * <p>Spring decided before that the aggregate is new, by the id that its root had then, so it is still inserted. The
 * entities below the root are always inserted, with an id that they have by then. Thread-safe.
 */
final class IdFillingCallback implements BeforeConvertCallback<Object>, AggregateTree.Visitor {
    private final Supplier<RelationalMappingContext> mapping;
    private final Supplier<MintmarkCounters> counters;
    private final String nodeTag;

    IdFillingCallback(Supplier<RelationalMappingContext> mapping, Supplier<MintmarkCounters> counters, String nodeTag) {
        this.mapping = mapping;
        this.counters = counters;
        this.nodeTag = nodeTag;
    }

    @Override
    public Object onBeforeConvert(Object aggregate) {
        return new AggregateTree(mapping.get(), this).walk(aggregate);
    }

    @Override
    public void visit(RelationalPersistentEntity<?> entity, PersistentPropertyAccessor<Object> members) {
        RelationalPersistentProperty id = entity.getIdProperty();
        refuseElsewhere(entity, id);
        FromCounter from = id == null ? null : id.findAnnotation(FromCounter.class);
        if (id != null && from != null && isEmpty(members.getProperty(id))) {
            members.setProperty(id, issue(from, id.getType(), entity.getName() + "." + id.getName()));
        }
    }

    /** Spring Data takes no id from it, unless it is the whole id of the entity around it. */
    @Override
    public void visitEmbedded(RelationalPersistentEntity<?> type) {
        refuseElsewhere(type, null);
    }

    private static void refuseElsewhere(
            RelationalPersistentEntity<?> entity, @Nullable RelationalPersistentProperty id) {
        for (RelationalPersistentProperty marked : entity.getPersistentProperties(FromCounter.class)) {
            if (!marked.equals(id)) {
                throw new MintmarkConfigurationException(
                        "@FromCounter must stand on the id: it stands on " + entity.getName() + "." + marked.getName(),
                        "put it beside @Id, or take it away");
            }
        }
    }

    private static boolean isEmpty(@Nullable Object id) {
        return id == null || (id instanceof Number number && number.longValue() == 0);
    }

    private Object issue(FromCounter from, Class<?> type, String attribute) {
        if (!from.prefix().isEmpty() && type != String.class) {
            throw new MintmarkConfigurationException(
                    "only a String id begins with a prefix: " + attribute + " is a " + type.getName()
                            + " and has @FromCounter(prefix = \"" + from.prefix() + "\")",
                    "take the prefix away, or make the id a String");
        }
        HiLo generator = counters.get().generator(from.value());
        if (type == Long.class || type == long.class) {
            return generator.next();
        }
        if (type == Integer.class || type == int.class) {
            return toInt(generator.next(), from.value(), attribute);
        }
        if (type == BigInteger.class) {
            return BigInteger.valueOf(generator.next());
        }
        if (type == String.class) {
            return generator.nextBlock(1, (range, number) -> spell(range, number, from));
        }
        throw new IllegalArgumentException("an id with @FromCounter must be a long, an int, a BigInteger or a String: "
                + attribute + " is a " + type.getName() + "; change its type, or assign the id yourself");
    }

    private static Integer toInt(long number, String counter, String attribute) {
        if (number > Integer.MAX_VALUE) {
            throw new ExhaustedException("The counter " + counter + " stands at " + number + ", but " + attribute
                    + " is an int and ends at " + Integer.MAX_VALUE + ": make it a long.");
        }
        return (int) number;
    }

    private String spell(Range range, long number, FromCounter from) {
        String given = from.prefix().isEmpty() ? from.value() + "/" : from.prefix();
        String prefix = range.prefix().isEmpty() ? given : range.prefix();
        String tag = range.nodeTag().isEmpty() ? nodeTag : range.nodeTag();
        return tag.isEmpty() ? prefix + number : prefix + number + '-' + tag;
    }
}
