package io.mintmark.spring;

import static java.util.stream.Collectors.joining;

import io.mintmark.internal.Spelling;
import io.mintmark.spring.internal.GivenProperty;
import io.mintmark.spring.internal.GivenProperty.Place;
import io.mintmark.spring.internal.PropertyNames;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;

/**
 * Refuses properties that begin with {@code mintmark} and that nothing reads, by name and with the nearest that exists.
 *
 * <p>In system properties and environment variables other programs of ours have names, too. There a name is refused if
 * it names a counter or is nearly one of ours; any other is written to the log.
 */
final class UnknownProperties {
    private static final Log LOG = LogFactory.getLog(UnknownProperties.class);
    private static final int SLIP = 2;
    private static final int FAR = 6;
    private static final String IN_HIBERNATE = "spring.jpa.properties.";
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_-]+");

    /** Names that are read if these counters exist. */
    private final List<ConfigurationPropertyName> known;

    private UnknownProperties(Collection<String> counters) {
        this.known = Stream.concat(
                        PropertyNames.FIXED.stream(), counters.stream().flatMap(UnknownProperties::ofCounter))
                .toList();
    }

    /** Throws {@link MintmarkConfigurationException} if {@code given} has names beside those of these counters. */
    static void refuse(List<GivenProperty> given, Collection<String> counters) {
        UnknownProperties properties = new UnknownProperties(counters);
        List<GivenProperty> refused = new ArrayList<>();
        for (GivenProperty one : given) {
            if (properties.isKnown(one)) {
                continue;
            }
            if (properties.isOurs(one)) {
                refused.add(one);
            } else {
                LOG.warn("No property of Mintmark's starter is called " + one.written() + " (" + one.from()
                        + "); it is not read here.");
            }
        }
        if (!refused.isEmpty()) {
            throw new MintmarkConfigurationException(
                    "a property that begins with mintmark must be one that is read: "
                            + refused.stream()
                                    .map(one -> one.written() + " (" + one.from() + ")")
                                    .collect(joining(", ")),
                    refused.stream().map(properties::remedy).distinct().collect(joining("; ")));
        }
    }

    private static Stream<ConfigurationPropertyName> ofCounter(String counter) {
        if (!PLAIN.matcher(counter).matches()) {
            return Stream.empty();
        }
        ConfigurationPropertyName name = ConfigurationPropertyName.adapt(PropertyNames.COUNTERS + "." + counter, '.');
        return Stream.concat(Stream.of(name), PropertyNames.MEMBERS.stream().map(name::append));
    }

    private boolean isKnown(GivenProperty one) {
        if (one.place() == Place.ENVIRONMENT) {
            return known.stream().anyMatch(one::isVariableOf);
        }
        return isEmptyKey(one)
                || PropertyNames.FIXED.contains(one.name())
                || (PropertyNames.COUNTERS.isAncestorOf(one.name()) && (one.parts() == 3 || isMember(one)));
    }

    /** Returns whether it is a key above others; the binder refuses a value of it. */
    private static boolean isEmptyKey(GivenProperty one) {
        return one.parts() == 1
                || (one.parts() == 2
                        && (one.part(1).equals("counters") || one.part(1).equals("json")));
    }

    private static boolean isMember(GivenProperty one) {
        return one.parts() == 4
                && PropertyNames.MEMBERS.stream()
                        .anyMatch(name -> PropertyNames.plain(name).equals(one.part(3)));
    }

    private boolean isOurs(GivenProperty one) {
        return one.place() == Place.APPLICATION
                || one.part(1).equals("counters")
                || nearest(one, SLIP).isPresent();
    }

    private String remedy(GivenProperty one) {
        if (one.parts() > 2 && one.part(1).equals("hibernate")) {
            return "write " + IN_HIBERNATE + one.written() + ", which the persistence unit reads";
        }
        if (one.place() == Place.ENVIRONMENT && one.part(1).equals("counters")) {
            return "mend " + one.written() + ": it must be MINTMARK_COUNTERS_NAME or end in one of "
                    + PropertyNames.MEMBERS.stream()
                            .map(UnknownProperties::ending)
                            .collect(joining(", "))
                    + "; a NAME with a dash has to stand in a file too, such as mintmark.counters.my-orders:";
        }
        Optional<String> nearest = nearest(one, one.parts() > 3 ? SLIP + 1 : FAR);
        if (nearest.isPresent()) {
            return "write " + nearest.get() + ", or take " + one.written() + " away";
        }
        return one.parts() > 3 && one.part(1).equals("counters")
                ? "end it in one of " + String.join(", ", PropertyNames.MEMBERS)
                        + ", and write a counter's name in brackets if it has a dot: mintmark.counters.[my.orders]"
                : "take " + one.written() + " away";
    }

    private static String ending(String member) {
        return "_" + member.replace("-", "").toUpperCase(Locale.ROOT);
    }

    private Optional<String> nearest(GivenProperty one, int most) {
        Stream<String> candidates = one.place() == Place.ENVIRONMENT
                ? known.stream().map(name -> GivenProperty.variable(name, ConfigurationPropertyName.Form.ORIGINAL))
                : Stream.concat(known.stream(), inItsPlace(one)).map(ConfigurationPropertyName::toString);
        return Spelling.nearest(one.written(), candidates.toList(), most);
    }

    /** Names of the counter that this one seems to speak of, whether or not it is known. */
    private static Stream<ConfigurationPropertyName> inItsPlace(GivenProperty one) {
        return one.parts() < 3 || one.parts() > 4
                ? Stream.empty()
                : ofCounter(one.name().getElement(2, ConfigurationPropertyName.Form.DASHED));
    }
}
