package io.mintmark.server.ravendb;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * What a reply must have at least: members that are not named may be there, too.
 *
 * <p>A text that begins with {@code ~} is a pattern. {@code $first} names the member that must come first, and {@code $only}
 * all that may be there, for clients that accept nothing else.
 */
final class JsonShape {
    private static final String FIRST = "$first";
    private static final String ONLY = "$only";

    private JsonShape() {}

    /** Checks {@code actual}, which {@code what} describes. */
    static void check(JsonNode expected, JsonNode actual, String what) {
        if (expected.isObject()) {
            assertThat(actual.isObject()).as(what).isTrue();
            checkMembers(expected, actual, what);
        } else if (expected.isArray()) {
            assertThat(actual.isArray()).as(what).isTrue();
            assertThat(actual.size()).as("size of %s", what).isEqualTo(expected.size());
            for (int i = 0; i < expected.size(); i++) {
                check(expected.get(i), actual.path(i), i + " in " + what);
            }
        } else if (expected.asText().startsWith("~")) {
            assertThat(actual.asText()).as(what).matches(expected.asText().substring(1));
        } else {
            assertThat(actual.toString()).as(what).isEqualTo(expected.toString());
        }
    }

    private static void checkMembers(JsonNode expected, JsonNode actual, String what) {
        expected.fields().forEachRemaining(member -> {
            switch (member.getKey()) {
                case FIRST ->
                    assertThat(actual.fieldNames().next())
                            .as("first of %s", what)
                            .isEqualTo(member.getValue().asText());
                case ONLY ->
                    actual.fieldNames()
                            .forEachRemaining(name -> assertThat(member.getValue())
                                    .as(what)
                                    .anyMatch(allowed -> allowed.asText().equals(name)));
                default ->
                    check(member.getValue(), actual.path(member.getKey()), "/" + member.getKey() + " in " + what);
            }
        });
    }
}
