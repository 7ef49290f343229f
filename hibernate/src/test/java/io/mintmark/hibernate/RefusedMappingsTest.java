package io.mintmark.hibernate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import org.hibernate.SessionFactory;
import org.junit.jupiter.api.Test;

/** A mapping that cannot work is refused when the session factory starts, by one message that says how to mend it. */
final class RefusedMappingsTest {
    private final Units.InMemory counters = new Units.InMemory();

    @Test
    void shouldRefuseATypeThatNoIdCanHave() {
        assertThatThrownBy(() -> start(counters.asSetting(), Shop.WrongType.class))
                .isInstanceOf(MintmarkMappingException.class)
                .hasMessageContaining("WrongType.id is a java.math.BigDecimal")
                .hasMessageContaining("change its type");
    }

    @Test
    void shouldRefuseAPrefixThatNoDocumentIdMayHave() {
        assertThatThrownBy(() -> start(counters.asSetting(), Shop.WrongPrefix.class))
                .isInstanceOf(MintmarkMappingException.class)
                .hasMessageContaining("WrongPrefix.id")
                .hasMessageContaining("U+0009");
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
    void shouldRefuseAnAnnotationWhereHibernateDoesNotLook() {
        assertThatThrownBy(() -> start(counters.asSetting(), TwoGenerators.OnTheGetter.class))
                .isInstanceOf(MintmarkMappingException.class)
                .hasMessageContaining("OnTheGetter.id")
                .hasMessageContaining("beside @Id");
    }

    @Test
    void shouldRefuseAnAnnotationOnAnotherMemberThanTheId() {
        assertThatThrownBy(() -> start(counters.asSetting(), TwoGenerators.NotTheId.class))
                .isInstanceOf(MintmarkMappingException.class)
                .hasMessageContaining("NotTheId.number")
                .hasMessageContaining("must stand on the id, which is id");
    }

    @Test
    void shouldRefuseAPrefixOfANumber() {
        assertThatThrownBy(() -> start(counters.asSetting(), TwoGenerators.PrefixOfANumber.class))
                .isInstanceOf(MintmarkMappingException.class)
                .hasMessageContaining("PrefixOfANumber.id is a java.lang.Long")
                .hasMessageContaining("orders/");
    }

    @Test
    void shouldRefuseASettingOfOursThatLacksThePrefix() {
        assertThatThrownBy(() -> startWith("mintmark.node-tag", "A"))
                .isInstanceOf(MintmarkMappingException.class)
                .hasMessageContaining("mintmark.node-tag;");
    }

    @Test
    void shouldLeaveSystemPropertiesOfOtherProgramsAlone() {
        System.setProperty("mintmark.range-size", "5");
        try {
            startWith(MintmarkSettings.NODE_TAG, "A");
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

        assertThatThrownBy(() -> start(Map.of(MintmarkSettings.SOURCES, none), Shop.Line.class))
                .isInstanceOf(MintmarkMappingException.class)
                .hasMessageContaining("none for lines of Line.id")
                .hasMessageContaining("no counter lines here")
                .hasMessageContaining(MintmarkSettings.SOURCES);
    }

    @Test
    void shouldRefuseASettingThatDoesNotExist() {
        assertThatThrownBy(() -> start(Map.of("mintmark.hibernate.source", counters), Shop.Line.class))
                .isInstanceOf(MintmarkMappingException.class)
                .hasMessageContaining("mintmark.hibernate.source;")
                .hasMessageContaining(MintmarkSettings.SOURCES);
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

        assertThatThrownBy(() -> start(settings, Shop.Line.class))
                .isInstanceOf(MintmarkMappingException.class)
                .hasMessageContaining("range-size stands beside mintmark.hibernate.generators");
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
            assertThatThrownBy(() -> start(settings, Shop.Line.class))
                    .isInstanceOf(MintmarkMappingException.class)
                    .hasMessageContaining("no settings of its own for them: " + setting)
                    .hasMessageContaining(MintmarkSettings.SOURCES);
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
