package io.mintmark.support;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.management.ThreadMXBean;
import java.io.ByteArrayOutputStream;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class JsonMembersProperties {
    private static final Json JSON = new Json(128);
    private static final ObjectMapper TREES =
            new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);
    private static final List<String> NAMES = List.of("Max", "@metadata", "a", "Straße", "😀", "with \"quotes\"", "");

    private static final JsonMembers.Sought SOUGHT = new JsonMembers.Sought(Set.copyOf(NAMES), "", Set.of());

    /** A JSON text and where its members lie in it: names as they mean, values as they are written. */
    record Written(String text, Map<String, String> members) {}

    @Provide
    Arbitrary<Written> objects() {
        Arbitrary<Map<String, String>> members =
                Arbitraries.maps(Arbitraries.of(NAMES), values(2)).ofMaxSize(5).map(LinkedHashMap::new);
        return Combinators.combine(members, space(), space(), Arbitraries.of(true, false))
                .as(JsonMembersProperties::write);
    }

    private static Written write(Map<String, String> members, String before, String after, boolean escaped) {
        String text = members.entrySet().stream()
                .map(member ->
                        before + quoted(member.getKey(), escaped) + after + ":" + before + member.getValue() + after)
                .collect(Collectors.joining(","));
        return new Written(before + "{" + text + after + "}" + after, members);
    }

    private static Arbitrary<String> values(int depth) {
        Arbitrary<String> flat = Arbitraries.oneOf(
                Arbitraries.of("null", "true", "false", "0", "-0", "1.50", "1E+2", "1e-7", "9007199254740993", "0.10"),
                Arbitraries.bigDecimals().map(number -> number.toString()),
                Arbitraries.strings()
                        .ofMaxLength(8)
                        .filter(JsonMembersProperties::isWhole)
                        .map(s -> quoted(s, true)),
                Arbitraries.of("\"}{][,:\"", "\"\\\\\"", "\"\\\"}\"", "\"😀 ü\""));
        if (depth == 0) {
            return flat;
        }
        Arbitrary<String> inner = values(depth - 1);
        return Arbitraries.oneOf(
                flat,
                inner.list().ofMaxSize(3).map(elements -> "[" + String.join(" , ", elements) + "]"),
                inner.list()
                        .ofMaxSize(3)
                        .map(elements -> elements.stream()
                                .map(element -> "\"k\\u00e9\" : " + element)
                                .collect(Collectors.joining(",\n", "{", "\t}"))));
    }

    private static boolean isWhole(String text) {
        return text.chars().noneMatch(c -> Character.isSurrogate((char) c));
    }

    private static Arbitrary<String> space() {
        return Arbitraries.of("", " ", "\n\t", " \r\n ");
    }

    private static String quoted(String text, boolean escaped) {
        StringBuilder json = new StringBuilder("\"");
        text.chars()
                .forEach(c -> json.append(
                        escaped || c < 0x20 || c == '"' || c == '\\'
                                ? String.format("\\u%04x", c)
                                : String.valueOf((char) c)));
        return json.append('"').toString();
    }

    @Example
    void shouldDecodeNoValueHoweverLongATextIs() {
        String text = "\"" + "as long as \\\"that\\\\".repeat(10_000) + "\"";
        byte[] json = ("{\"a\":" + text + ", \"b\" : \"\",\"c\":1}").getBytes(UTF_8);

        JsonMembers members = JsonMembers.scan(JSON.withTextsUpTo(4), json, 0, json.length);

        assertThat(members.value("a")).asString(UTF_8).isEqualTo(text);
        assertThat(members.value("b")).asString(UTF_8).isEqualTo("\"\"");
        assertThat(members.value("c")).asString(UTF_8).isEqualTo("1");
    }

    @Example
    void shouldRefuseATextWithoutItsEnd() {
        for (String text :
                List.of("{\"a\":\"b", "{\"a\":\"b\\", "{\"a\":\"b\\\"}", "{\"a\":\"b\n\"}", "{\"a\":\"\\x\"}")) {
            byte[] json = text.getBytes(UTF_8);
            assertThatThrownBy(() -> JsonMembers.scan(JSON, json, 0, json.length))
                    .isInstanceOf(InvalidJsonException.class);
        }
    }

    @Property(tries = 2_000)
    void shouldCutOutEveryValueAsItIsWritten(@ForAll("objects") Written object) {
        JsonMembers members = scan(object);

        for (String name : NAMES) {
            byte[] value = members.value(name);
            assertThat(value == null ? null : new String(value, UTF_8))
                    .isEqualTo(object.members().get(name));
        }
    }

    @Property(tries = 2_000)
    void shouldLeaveAllOtherMembersAsATreeSeesThem(
            @ForAll("objects") Written object, @ForAll("names") Set<String> leftOut) throws Exception {
        byte[] kept = scan(object).without(leftOut);

        ObjectNode expected = (ObjectNode) TREES.readTree(object.text());
        expected.remove(leftOut);
        assertThat(TREES.readTree(kept)).isEqualTo(expected);
        byte[] bytes = object.text().getBytes(UTF_8);
        JsonMembers sought =
                JsonMembers.scan(JSON, bytes, 0, bytes.length, new JsonMembers.Sought(leftOut, "", Set.of()));
        assertThat(new String(sought.without(leftOut), UTF_8)).isEqualTo(new String(kept, UTF_8));
    }

    @Provide
    Arbitrary<Set<String>> names() {
        return Arbitraries.of(NAMES).set().ofMaxSize(4);
    }

    /** The object lies inside other bytes, as a document lies inside a batch. */
    private static JsonMembers scan(Written object) {
        byte[] bytes = object.text().getBytes(UTF_8);
        ByteArrayOutputStream around = new ByteArrayOutputStream();
        around.writeBytes("[7,".getBytes(UTF_8));
        around.writeBytes(bytes);
        around.writeBytes(",8]".getBytes(UTF_8));
        return JsonMembers.scan(JSON, around.toByteArray(), 3, bytes.length);
    }

    @Property(tries = 1_000)
    void shouldReadTheSameOnTheWayOfAParser(@ForAll("objects") Written object) throws Exception {
        byte[] bytes = ("xx{\"Id\":1,\"Document\": " + object.text() + " ,\"b\":2}").getBytes(UTF_8);
        try (JsonParser parser = JSON.parse(bytes, 2, bytes.length - 2)) {
            while (!"Document".equals(parser.nextFieldName())) {
                // Comes in a moment.
            }
            assertThat(parser.nextToken()).isEqualTo(JsonToken.START_OBJECT);

            JsonMembers members = JsonMembers.read(parser, bytes, 2, SOUGHT);

            assertThat(new String(members.without(Set.of()), UTF_8))
                    .isEqualTo(object.text().strip());
            for (String name : NAMES) {
                byte[] value = members.value(name);
                assertThat(value == null ? null : new String(value, UTF_8))
                        .isEqualTo(object.members().get(name));
            }
            assertThat(parser.nextFieldName()).isEqualTo("b");
        }
    }

    @Example
    void shouldLookIntoOneMember() {
        byte[] bytes = " {\"m\":{\"a\":[1],\"m\":{}},\"n\":null}".getBytes(UTF_8);
        JsonMembers inside = Objects.requireNonNull(
                JsonMembers.scan(JSON, bytes, 0, bytes.length, JsonMembers.Sought.only("m", Set.of("m")))
                        .inside("m"));

        assertThat(new String(inside.without(Set.of("m")), UTF_8)).isEqualTo("{\"a\":[1]}");
        assertThat(JsonMembers.scan(JSON, bytes, 0, bytes.length, JsonMembers.Sought.only("o", Set.of()))
                        .inside("o"))
                .isNull();
        assertThatThrownBy(() -> JsonMembers.scan(JSON, bytes, 0, bytes.length, JsonMembers.Sought.only("n", Set.of()))
                        .inside("n"))
                .isInstanceOf(InvalidJsonException.class)
                .hasMessageContaining("n must be a JSON object");
    }

    @Example
    void shouldRefuseAMemberNamedTwiceWhenItIsAskedFor() {
        byte[] twice = "{\"a\":1,\"b\":2,\"\\u0061\":3}".getBytes(UTF_8);
        JsonMembers members = JsonMembers.scan(JSON, twice, 0, twice.length);

        assertThat(members.value("b")).isNotNull();
        assertThatThrownBy(() -> members.value("a"))
                .isInstanceOf(InvalidJsonException.class)
                .hasMessageContaining("twice");
    }

    @Example
    void shouldRememberWhatIsSoughtAlone() {
        byte[] bytes = "{ \"a\":1, \"b\" : {\"a\":2,\"c\":3} ,\"d\":4\n}".getBytes(UTF_8);
        JsonMembers members = JsonMembers.scan(JSON, bytes, 0, bytes.length, JsonMembers.Sought.only("b", Set.of("c")));

        assertThat(members.without(Set.of("b"))).asString(UTF_8).isEqualTo("{ \"a\":1, \"d\":4\n}");
        assertThat(Objects.requireNonNull(members.inside("b")).without(Set.of("c")))
                .asString(UTF_8)
                .isEqualTo("{\"a\":2}");
        assertThatThrownBy(() -> members.value("a")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> members.without(Set.of("a"))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> members.isSameAs(members)).isInstanceOf(IllegalStateException.class);
    }

    @Example
    void shouldRefuseASoughtMemberAtItsSecondPlace() {
        byte[] bytes = "{\"a\":1,\"b\":2,\"\\u0061\":3}".getBytes(UTF_8);
        assertThatThrownBy(() -> JsonMembers.scan(JSON, bytes, 0, bytes.length, JsonMembers.Sought.only("a")))
                .isInstanceOf(InvalidJsonException.class)
                .hasMessageContaining("names its member a twice");
    }

    @Example
    void shouldTakeNoMemoryForAMillionMembersThatNobodySeeks() {
        byte[] bytes = ("{" + "\"a\":1,".repeat(1_000_000) + "\"b\":2}").getBytes(UTF_8);

        assertThat(allocated(() -> JsonMembers.scan(JSON, bytes, 0, bytes.length, JsonMembers.Sought.only("b"))))
                .isLessThan(bytes.length / 2);
        assertThat(allocated(() -> JsonMembers.scan(JSON, bytes, 0, bytes.length)))
                .as("what all of them take")
                .isGreaterThan(4L * bytes.length);
    }

    private static long allocated(Supplier<JsonMembers> scan) {
        ThreadMXBean thread = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = thread.getCurrentThreadAllocatedBytes();
        assertThat(scan.get().length()).isPositive();
        return thread.getCurrentThreadAllocatedBytes() - before;
    }

    @Example
    void shouldRefuseWhatIsNotOneObjectInUtf8() {
        for (String text :
                List.of("", "[]", "1", "{", "{\"a\":}", "{} {}", "{\"a\":1,}", "\ufeff{}", "{'a':1}", "{\"a\":01}")) {
            byte[] bytes = text.getBytes(UTF_8);
            assertThatThrownBy(() -> JsonMembers.scan(JSON, bytes, 0, bytes.length))
                    .as("'%s'", text)
                    .isInstanceOf(InvalidJsonException.class);
        }
        byte[] utf16 = "{\"a\":1}".getBytes(java.nio.charset.StandardCharsets.UTF_16LE);
        assertThatThrownBy(() -> JsonMembers.scan(JSON, utf16, 0, utf16.length))
                .isInstanceOf(InvalidJsonException.class);
    }

    @Example
    void shouldRefuseMoreThanTheDepthAllowed() {
        byte[] legal = ("{\"a\":" + "[".repeat(127) + "]".repeat(127) + "}").getBytes(UTF_8);
        byte[] deep = ("{\"a\":" + "[".repeat(128) + "]".repeat(128) + "}").getBytes(UTF_8);

        assertThat(JsonMembers.scan(JSON, legal, 0, legal.length).value("a")).isNotNull();
        assertThatThrownBy(() -> JsonMembers.scan(JSON, deep, 0, deep.length)).isInstanceOf(InvalidJsonException.class);
    }

    @Property(tries = 300)
    void shouldBeTheSameWithItsMembersInAnyOrder(@ForAll("objects") Written written, @ForAll Random random) {
        List<String> names = new ArrayList<>(written.members().keySet());
        Collections.shuffle(names, random);
        Map<String, String> shuffled = new LinkedHashMap<>();
        names.forEach(name -> shuffled.put(name, written.members().get(name)));

        assertThat(scan(written.text())
                        .isSameAs(scan(write(shuffled, " ", "", false).text())))
                .isTrue();
    }

    @Property(tries = 300)
    void shouldDifferWhereAMemberDoes(@ForAll("objects") Written one, @ForAll("objects") Written other) {
        assertThat(scan(one.text()).isSameAs(scan(other.text())))
                .isEqualTo(one.members().equals(other.members()));
    }

    @Example
    void shouldNotCallObjectsTheSameThatNameAMemberTwice() {
        JsonMembers twice = scan("{\"a\":1,\"a\":2}");
        assertThat(twice.isSameAs(scan("{\"a\":1,\"a\":2}"))).isFalse();
        assertThat(twice.isSameAs(scan("{\"a\":2}"))).isFalse();
    }

    private static JsonMembers scan(String text) {
        byte[] bytes = text.getBytes(UTF_8);
        return JsonMembers.scan(JSON, bytes, 0, bytes.length);
    }
}
