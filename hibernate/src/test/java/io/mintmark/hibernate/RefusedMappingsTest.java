package io.mintmark.hibernate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.hibernate.SessionFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A mapping that cannot work is refused when the session factory starts, by one message that says how to mend it. */
final class RefusedMappingsTest {
    private final Units.InMemory counters = new Units.InMemory();

    static Stream<Arguments> mistakes() {
        return Stream.of(
                arguments(Shop.WrongType.class, ".id is a java.math.BigDecimal", "change its type"),
                arguments(Shop.WrongPrefix.class, ".id", "U+0009"),
                arguments(TwoGenerators.OnTheGetter.class, ".id", "beside @Id"),
                arguments(TwoGenerators.NotTheId.class, ".number", "must stand on the id, which is id"),
                arguments(TwoGenerators.PrefixOfANumber.class, ".id is a java.lang.Long", "orders/"));
    }

    @ParameterizedTest
    @MethodSource("mistakes")
    void shouldRefuseAMistakeByItsMember(Class<?> entity, String member, String remedy) {
        assertRefused(() -> start(counters.asSetting(), entity), entity.getSimpleName() + member, remedy);
    }

    private static void assertRefused(ThrowingCallable start, String... parts) {
        assertThatThrownBy(start).isInstanceOf(MintmarkMappingException.class).hasMessageContainingAll(parts);
    }

    @Test
    void shouldRefuseAnotherGeneratorBesideIt() {
        assertRival("GeneratedValue", TwoGenerators.Generated.class);
        assertRival("GeneratedValue", TwoGenerators.Sequence.class);
        assertRival("SequenceGenerator", TwoGenerators.SequenceAlone.class);
        assertRival("TableGenerator", TwoGenerators.TableAlone.class);
        assertRival("GenericGenerator", TwoGenerators.Generic.class);
        assertRival("GeneratedValue", TwoGenerators.OnGetters.class);
        assertRival("GeneratedValue", TwoGenerators.Inherited.class);
    }

    /** Hibernate may refuse two that say themselves what they are; if it does not, we do. */
    @Test
    void shouldNotStartWithTwoGeneratorsOfTheSameKind() {
        assertThatThrownBy(() -> start(counters.asSetting(), TwoGenerators.Uuid.class))
                .hasStackTraceContaining("TwoGenerators");
    }

    @Test
    void shouldRefuseASettingOfOursThatLacksThePrefix() {
        assertRefused(() -> startWith("mintmark.node-tag", "A"), "mintmark.node-tag;");
    }

    @Test
    void shouldLeaveSystemPropertiesOfOtherProgramsAlone() {
        System.setProperty("mintmark.range-size", "5");
        try (SessionFactory unit = start(counters.asSetting(), Shop.Line.class)) {
            unit.inTransaction(session -> session.persist(new Shop.Line()));

            assertThat(counters.source("lines").max()).as("the first range").isGreaterThan(5);
        } finally {
            System.clearProperty("mintmark.range-size");
        }
    }

    private void assertRival(String annotation, Class<?> entity) {
        assertThatThrownBy(() -> start(counters.asSetting(), entity))
                .as(entity.getSimpleName())
                .isInstanceOf(MintmarkMappingException.class)
                .hasMessageContaining("@" + annotation + " stands beside @MintmarkId on ")
                .hasMessageContaining("take one of them away");
    }

    @Test
    void shouldSayWhichCounterHasNoSource() {
        CounterSources none = counter -> {
            throw new IllegalStateException("no counter " + counter + " here");
        };

        assertRefused(
                () -> start(Map.of(MintmarkSettings.SOURCES, none), Shop.Line.class),
                "none for lines of Line.id",
                "no counter lines here",
                MintmarkSettings.SOURCES);
    }

    @Test
    void shouldRefuseASettingThatDoesNotExist() {
        assertRefused(
                () -> start(Map.of("mintmark.hibernate.source", counters), Shop.Line.class),
                "mintmark.hibernate.source;",
                MintmarkSettings.SOURCES);
    }

    @Test
    void shouldRefuseValuesThatCannotBeRead() {
        assertThatThrownBy(() -> startWith(MintmarkSettings.RANGE_SIZE, "0"))
                .hasMessageContaining("range-size cannot have the value '0'");
        assertThatThrownBy(() -> startWith(MintmarkSettings.DEADLINE, "ten seconds"))
                .hasMessageContaining("deadline cannot have the value 'ten seconds'");
        assertThatThrownBy(() -> startWith(MintmarkSettings.JS_SAFE, "yes")).hasMessageContaining("true or false");
        assertThatThrownBy(() -> startWith(MintmarkSettings.NODE_TAG, "a1")).hasMessageContaining("1 to 4 letters");
        assertThatThrownBy(() -> startWith(MintmarkSettings.SOURCES, "no.such.Class"))
                .hasMessageContaining("no.such.Class");
        assertThatThrownBy(() -> startWith(MintmarkSettings.SOURCES, String.class))
                .hasMessageContaining("must be a CounterSources");
    }

    @Test
    void shouldRefuseSettingsThatLentGeneratorsWouldIgnore() {
        CounterGenerators lent = counter -> {
            throw new IllegalStateException("not asked");
        };
        Map<String, Object> settings = Map.of(MintmarkSettings.GENERATORS, lent, MintmarkSettings.RANGE_SIZE, "5");

        assertRefused(() -> start(settings, Shop.Line.class), "range-size stands beside mintmark.hibernate.generators");
    }

    @Test
    void shouldRefuseSettingsThatTheApplicationsGeneratorsWouldIgnore() {
        CounterGenerators lent = counter -> {
            throw new IllegalStateException("not asked");
        };
        Map<String, Object> ignored = Map.of(
                MintmarkSettings.GENERATORS,
                lent,
                MintmarkSettings.RANGE_SIZE,
                "5",
                MintmarkSettings.SCHEMA,
                "counting");

        ignored.forEach((setting, value) -> {
            Map<String, Object> settings = Map.of(MintmarkSettings.DEFAULT_GENERATORS, lent, setting, value);
            assertRefused(
                    () -> start(settings, Shop.Line.class),
                    "no settings of its own for them: " + setting,
                    MintmarkSettings.SOURCES);
        });
    }

    @Test
    void shouldLeaveUnitsAloneThatDoNotUseIt() {
        try (SessionFactory unit = start(Map.of(), Shop.Visit.class)) {
            assertThat(unit.isOpen()).isTrue();
        }
    }

    private void startWith(String name, Object value) {
        Map<String, Object> settings = name.equals(MintmarkSettings.SOURCES) ? Map.of() : counters.asSetting();
        Map<String, Object> all = new HashMap<>(settings);
        all.put(name, value);
        start(all, Shop.Line.class).close();
    }

    private static SessionFactory start(Map<String, Object> settings, Class<?>... entities) {
        return Units.start(Units.newH2(), settings, entities);
    }
}
