package io.mintmark.spring;

import io.mintmark.spring.MintmarkProperties.Counter;
import io.mintmark.spring.MintmarkProperties.Ids;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ClassUtils;

/** Finds properties that are right by themselves and that nothing reads in this application. */
final class UnreadProperties {
    private static final Log LOG = LogFactory.getLog(UnreadProperties.class);
    private static final List<String> JACKSON =
            List.of("com.fasterxml.jackson.databind.Module", "tools.jackson.databind.JacksonModule");

    private UnreadProperties() {}

    /** Warns of descriptions that a bean of the application's own stands in for, as one in memory does in its tests. */
    static void tell(RangeSources sources, MintmarkProperties properties) {
        if (sources instanceof PropertyRangeSources) {
            return;
        }
        List<String> unread = new ArrayList<>();
        if (properties.dataSource() != null) {
            unread.add("mintmark.data-source");
        }
        if (properties.schema() != null) {
            unread.add("mintmark.schema");
        }
        properties.counters().forEach((name, counter) -> {
            if (!counter.equals(Counter.of(""))) {
                unread.add("mintmark.counters." + name);
            }
        });
        if (!unread.isEmpty()) {
            LOG.warn("Counters live where the bean of type RangeSources says, "
                    + sources.getClass().getName() + ", so what these properties describe is not read: "
                    + String.join(", ", unread));
        }
    }

    /** Throws {@link MintmarkConfigurationException} if ids are to be written as strings and no Jackson is there. */
    static void requireJackson(MintmarkProperties properties, @Nullable ClassLoader classes) {
        Ids ids = properties.json().ids();
        if (ids != Ids.NUMBERS && JACKSON.stream().noneMatch(name -> ClassUtils.isPresent(name, classes))) {
            throw new MintmarkConfigurationException(
                    "ids are written as strings by Jackson, and neither Jackson 2 nor 3 is on the class path:"
                            + " mintmark.json.ids=" + ids,
                    "add Jackson, or take mintmark.json.ids away");
        }
    }
}
