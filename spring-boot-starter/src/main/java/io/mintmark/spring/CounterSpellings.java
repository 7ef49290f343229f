package io.mintmark.spring;

import io.mintmark.document.KeyForm;
import io.mintmark.spring.internal.GivenProperty;
import io.mintmark.spring.internal.GivenProperty.Place;
import io.mintmark.spring.internal.PropertyNames;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;

/**
 * The counters that properties name, each in one spelling.
 *
 * <p>An environment variable has no capitals and no dashes, so it names {@code salesinvoices} where a file has {@code
 * Sales-Invoices}. Spring reads both as one name, and the file's spelling is kept. Two spellings in files are refused,
 * because Spring gives each of them what is said of the other.
 */
final class CounterSpellings {
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_-]+");

    private CounterSpellings() {}

    static Collection<String> of(Collection<String> named, List<GivenProperty> given) {
        Map<String, String> spellings = new LinkedHashMap<>();
        for (String name : named) {
            String other = spellings.putIfAbsent(key(name), name);
            if (other == null) {
                continue;
            }
            boolean isInAFile = isInAFile(name, given);
            if (isInAFile && isInAFile(other, given)) {
                throw new MintmarkConfigurationException(
                        "a counter must be described once, and Spring reads names without case, dashes and underscores:"
                                + " mintmark.counters." + other + " and mintmark.counters." + name + " are one to it",
                        "give one of them another name, or spell them alike");
            }
            if (isInAFile) {
                spellings.put(key(name), name);
            }
        }
        return spellings.values();
    }

    /** Names in brackets keep all that they have, and are one only without case, as counters are everywhere. */
    private static String key(String name) {
        return PLAIN.matcher(name).matches() ? PropertyNames.plain(name) : KeyForm.of(name);
    }

    private static boolean isInAFile(String counter, List<GivenProperty> given) {
        return given.stream()
                .filter(one -> one.place() != Place.ENVIRONMENT
                        && one.parts() > 2
                        && one.part(1).equals("counters"))
                .anyMatch(one -> one.name().getElement(2, Form.ORIGINAL).equals(counter));
    }
}
