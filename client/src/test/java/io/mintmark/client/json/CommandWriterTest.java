package io.mintmark.client.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.io.SerializedString;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.mintmark.client.exceptions.InvalidEntityException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Commands are written straight from entities: without their own id, with their metadata, whole or not at all. */
class CommandWriterTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final SerializedString METADATA = new SerializedString("{\"@collection\":\"Parts\"}");

    private final JsonBytes bytes = new JsonBytes(4);
    private final CommandWriter commands = new CommandWriter(MAPPER, bytes);

    /** Holds another of its kind. */
    record Part(String id, String name, Part inner) {}

    /** An entity with nothing but an id. */
    record Bare(String id) {}

    /** Fails in its middle. */
    public static final class Broken {
        public String getFirst() {
            return "written";
        }

        public String getSecond() {
            throw new IllegalStateException("no second");
        }
    }

    /** Fails in its middle with an Error, as a class does that cannot be initialized. */
    public static final class BrokenByAnError {
        public String getFirst() {
            return "written";
        }

        public String getSecond() {
            throw new ExceptionInInitializerError("no second");
        }
    }

    private static EntityJson json(Class<?> type) {
        return EntityJson.of(type, "id", MAPPER);
    }

    private String written() {
        return new String(bytes.array(), 0, bytes.size(), UTF_8);
    }

    @Test
    void shouldLeaveOutTheIdOfTheDocumentAndKeepThoseWithin() {
        commands.put(
                "parts/1", null, json(Part.class), new Part("parts/1", "ä", new Part("parts/2", null, null)), METADATA);

        assertThat(written())
                .isEqualTo("{\"Id\":\"parts/1\",\"Type\":\"PUT\",\"Document\":{\"name\":\"ä\","
                        + "\"inner\":{\"id\":\"parts/2\",\"name\":null,\"inner\":null},"
                        + "\"@metadata\":{\"@collection\":\"Parts\"}}}");
    }

    @Test
    void shouldPutCommasBetweenCommandsOfEveryKind() {
        commands.put("a", "", json(Bare.class), new Bare(null), METADATA);
        commands.heartbeat();
        commands.delete("b", "A:1");
        commands.delete("c", null);

        assertThat(written())
                .isEqualTo("{\"Id\":\"a\",\"ChangeVector\":\"\",\"Type\":\"PUT\","
                        + "\"Document\":{\"@metadata\":{\"@collection\":\"Parts\"}}},"
                        + "{\"Type\":\"HeartBeat\"},"
                        + "{\"Id\":\"b\",\"ChangeVector\":\"A:1\",\"Type\":\"DELETE\"},"
                        + "{\"Id\":\"c\",\"Type\":\"DELETE\"}");
    }

    @Test
    void shouldLeaveNothingBehindOfACommandThatCannotBeWritten() {
        commands.delete("a", null);
        String before = written();

        assertThatThrownBy(() -> commands.put("b", null, json(Broken.class), new Broken(), METADATA))
                .isInstanceOf(InvalidEntityException.class)
                .hasMessageContaining("no second");
        assertThat(written()).isEqualTo(before);

        commands.delete("c", null);
        assertThat(written()).isEqualTo(before + ",{\"Id\":\"c\",\"Type\":\"DELETE\"}");
    }

    @Test
    void shouldLeaveNothingBehindOfACommandThatAnErrorEnds() {
        commands.delete("a", null);
        String before = written();

        assertThatThrownBy(() -> commands.put("b", null, json(BrokenByAnError.class), new BrokenByAnError(), METADATA))
                .isInstanceOf(ExceptionInInitializerError.class);
        assertThat(written()).isEqualTo(before);

        commands.delete("c", null);
        assertThat(written()).isEqualTo(before + ",{\"Id\":\"c\",\"Type\":\"DELETE\"}");
    }

    @Test
    void shouldSayWhereTheMembersLieSoThatTheyCanBeComparedLater() {
        Part part = new Part("parts/1", "name", new Part(null, "inner", null));
        commands.delete("before", null);
        Span span = commands.put("parts/1", null, json(Part.class), part, METADATA);
        Snapshot sent = new Snapshot(bytes.array(), span.start(), span.end());
        SnapshotWriter snapshots = new SnapshotWriter(MAPPER);

        assertThat(sent.matches(snapshots.of(json(Part.class), part))).isTrue();
        assertThat(sent.matches(snapshots.of(json(Part.class), new Part("parts/1", "other", null))))
                .isFalse();
        assertThat(sent.copy().matches(snapshots.of(json(Part.class), part))).isTrue();
    }

    @Test
    void shouldRefuseWhatIsNoObjectAndWhatBringsItsOwnMetadata() {
        assertThatThrownBy(() -> commands.put("a", null, json(List.class), List.of(Map.of("a", 1)), METADATA))
                .isInstanceOf(InvalidEntityException.class)
                .hasMessageContaining("JSON object");
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("@metadata", Map.of());
        assertThatThrownBy(() -> commands.put("a", null, json(Map.class), map, METADATA))
                .hasMessageContaining("@metadata");
        assertThat(bytes.size()).isZero();
    }
}
