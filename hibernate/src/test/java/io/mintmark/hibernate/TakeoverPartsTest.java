package io.mintmark.hibernate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.persistence.Embeddable;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.SequenceGenerator;
import jakarta.persistence.TableGenerator;
import java.io.IOException;
import java.io.Serializable;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import javax.tools.ToolProvider;
import org.hibernate.SessionFactory;
import org.hibernate.annotations.GenericGenerator;
import org.hibernate.annotations.Parameter;
import org.hibernate.id.enhanced.SequenceStyleGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Generators within something else, which a unit shows less of: each is left to Hibernate, and is told of. */
final class TakeoverPartsTest {
    private static final String NO_KEY = "no key tells whether its counter stands above them";

    @TempDir
    private Path directory;

    /** A key of which Hibernate makes one part, and the application the other one. */
    @Embeddable
    static class LineKey implements Serializable {
        private static final long serialVersionUID = 1L;

        long sheet;

        @GeneratedValue(generator = "lines")
        @GenericGenerator(
                name = "lines",
                type = SequenceStyleGenerator.class,
                parameters = {
                    @Parameter(name = "sequence_name", value = "line_numbers"),
                    @Parameter(name = "increment_size", value = "10"),
                    @Parameter(name = "optimizer", value = "pooled-lo")
                })
        @Nullable Long number;
    }

    @Entity(name = "Line")
    static class Line {
        @EmbeddedId
        LineKey id = new LineKey();
    }

    /** Draws from the sequence of {@link Line} by another optimizer. */
    @Entity(name = "Margin")
    static class Margin {
        @Id
        @GeneratedValue(generator = "margins")
        @SequenceGenerator(name = "margins", sequenceName = "line_numbers", allocationSize = 10)
        @Nullable Long id;
    }

    /** The class of {@link Note}'s key. */
    static class NoteKey implements Serializable {
        private static final long serialVersionUID = 1L;

        long sheet;

        @Nullable Long number;
    }

    @Entity(name = "Note")
    @IdClass(NoteKey.class)
    static class Note {
        @Id
        long sheet;

        @Id
        @GeneratedValue(strategy = GenerationType.TABLE, generator = "notes")
        @TableGenerator(name = "notes", table = "note_numbers", allocationSize = 10)
        @Nullable Long number;
    }

    /** Has a key of which the application makes both parts. */
    @Entity(name = "Plain")
    @IdClass(NoteKey.class)
    static class Plain {
        @Id
        long sheet;

        @Id
        @Nullable Long number;
    }

    @Test
    void shouldListGeneratedPartsOfCompositeIdsAsLeft() {
        try (SessionFactory unit = start("all", Line.class, Note.class, Plain.class)) {
            assertThat(TakeoverReport.of(unit).taken()).isEmpty();
            assertThat(TakeoverReport.of(unit).left())
                    .containsOnlyKeys("Line.id.number", "Note.number")
                    .allSatisfy((part, reason) -> assertThat(reason).contains(NO_KEY));

            assertHibernateMakesThem(unit);
        }
    }

    private static void assertHibernateMakesThem(SessionFactory unit) {
        Line line = new Line();
        Note note = new Note();
        Plain plain = new Plain();
        plain.number = 7L;
        unit.inTransaction(session -> {
            session.persist(line);
            session.persist(note);
            session.persist(plain);
        });
        assertThat(unit.<Long>fromTransaction(session -> session.createSelectionQuery(
                                "select count(*) from Line l, Note n, Plain p where l.id.number = 1 and n.number = 1"
                                        + " and p.number = 7",
                                Long.class)
                        .getSingleResult()))
                .isOne();
    }

    @ParameterizedTest
    @ValueSource(strings = {"Line", "lines", "line_numbers"})
    void shouldKnowAPartByItsEntityItsGeneratorAndItsSequence(String name) {
        try (SessionFactory unit = start(name, Line.class, Note.class)) {
            assertThat(TakeoverReport.of(unit).left()).containsOnlyKeys("Line.id.number");
        }
    }

    /** The twin: a composite id of which the application makes each part has nothing to leave. */
    @Test
    void shouldRefuseTheNameOfAnEntityWithoutAGeneratedPart() {
        assertThatThrownBy(() -> start("Plain", Line.class, Plain.class))
                .isInstanceOf(MintmarkMappingException.class)
                .hasMessageContaining("Plain has ids of");
    }

    @Test
    void shouldLeaveACounterAloneThatAPartReadsOtherwise() {
        try (SessionFactory unit = start("all", Line.class, Margin.class)) {
            assertThat(TakeoverReport.of(unit).taken()).isEmpty();
            assertThat(TakeoverReport.of(unit).left().get("Margin.id"))
                    .contains("Line.id.number LOW(10)")
                    .contains("Margin.id HIGH(10)");
        }
    }

    /** It draws from a sequence on PostgreSQL. A line of Hibernate without the annotation has a generator that is taken. */
    @Test
    void shouldListIdsOfTheNativeGeneratorAsLeft() throws IOException, ClassNotFoundException {
        boolean isThere = getClass().getResource("/org/hibernate/annotations/NativeGenerator.class") != null;
        String annotation =
                isThere ? "@org.hibernate.annotations.NativeGenerator" : "@jakarta.persistence.GeneratedValue";
        try (URLClassLoader classes = compiled("@jakarta.persistence.Entity public class Ore {"
                        + " @jakarta.persistence.Id " + annotation + " public Long id; }");
                SessionFactory unit = startOf(classes)) {
            if (isThere) {
                assertThat(TakeoverReport.of(unit).left().get("Ore.id")).contains("does not show its sequence");
            } else {
                assertThat(TakeoverReport.of(unit).taken()).containsOnlyKeys("Ore.id");
            }
        }
    }

    private static SessionFactory startOf(URLClassLoader classes) throws ClassNotFoundException {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(classes);
        try {
            return start("all", Databases.POSTGRES.create(), classes.loadClass("Ore"));
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private URLClassLoader compiled(String type) throws IOException {
        Path source = Files.writeString(directory.resolve("Ore.java"), type);
        int status = Objects.requireNonNull(ToolProvider.getSystemJavaCompiler(), "a JDK")
                .run(
                        null,
                        null,
                        null,
                        "-proc:none",
                        "-d",
                        directory.toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        source.toString());
        assertThat(status).isZero();
        return new URLClassLoader(
                new URL[] {directory.toUri().toURL()}, getClass().getClassLoader());
    }

    private static SessionFactory start(String names, Class<?>... entities) {
        return start(names, Units.newH2(), entities);
    }

    private static SessionFactory start(String names, String database, Class<?>... entities) {
        return Units.start(database, Map.of(MintmarkSettings.TAKEOVER, names), entities);
    }
}
