package io.mintmark.hibernate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.stream.Stream;
import org.hibernate.SessionFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An annotation that would have no effect is refused at the start, wherever it stands, and the message says where. */
final class AnnotationPlacesTest {
    private final Units.InMemory counters = new Units.InMemory();

    static Stream<Arguments> embedded() {
        return Stream.of(
                Arguments.of(Places.InEmbeddable.class, "Address.number", "InEmbeddable.address"),
                Arguments.of(Places.InNested.class, "Address.number", "InNested.nested.address"),
                Arguments.of(Places.InInherited.class, "NumberedPart.number", "InInherited.part"),
                Arguments.of(Places.InRecord.class, "Parcel.number", "InRecord.parcel"),
                Arguments.of(Places.InGetter.class, "OnAGetter.number", "InGetter.part"),
                Arguments.of(Places.InElements.class, "Address.number", "InElements.addresses"),
                Arguments.of(Places.InKeys.class, "Address.number", "the keys of InKeys.names"),
                Arguments.of(Places.OnIdClass.class, "AnnotatedPart.number", "the @IdClass of OnIdClass"),
                Arguments.of(Places.InRecordKey.class, "Key.part", "InRecordKey.key"),
                Arguments.of(Shop.Composite.class, "Key.part", "Composite.key"));
    }

    @ParameterizedTest
    @MethodSource("embedded")
    void shouldRefuseAnAnnotationInsideAnEmbeddable(Class<?> entity, String member, String place) {
        assertThatThrownBy(() -> start(entity))
                .isInstanceOf(MintmarkMappingException.class)
                .hasMessageContaining("must stand on the id of an entity, and not inside an embeddable")
                .hasMessageContaining(member)
                .hasMessageContaining("a part of " + place + ";")
                .hasMessageContaining("assign the attribute");
    }

    static Stream<Arguments> others() {
        return Stream.of(
                Arguments.of(OtherPlaces.InSecondary.class, "InSecondary.number"),
                Arguments.of(OtherPlaces.OnNaturalId.class, "OnNaturalId.number"),
                Arguments.of(OtherPlaces.OnVersion.class, "OnVersion.version"),
                Arguments.of(OtherPlaces.OnTransient.class, "OnTransient.number"),
                Arguments.of(OtherPlaces.OnStatic.class, "OnStatic.last"),
                Arguments.of(OtherPlaces.OnSetter.class, "OnSetter.setId"));
    }

    @ParameterizedTest
    @MethodSource("others")
    void shouldRefuseAnAnnotationOnAnotherMemberThanTheId(Class<?> entity, String member) {
        assertThatThrownBy(() -> start(entity))
                .isInstanceOf(MintmarkMappingException.class)
                .hasMessageContaining("must stand on the id, which is id")
                .hasMessageContaining(member + ";");
    }

    @Test
    void shouldRefuseAPartOfAnIdOfSeveralParts() {
        assertThatThrownBy(() -> start(Places.InIdClass.class))
                .isInstanceOf(MintmarkMappingException.class)
                .hasMessageContaining("InIdClass has an id of several parts")
                .hasMessageContaining("InIdClass.number;");
    }

    static Stream<Arguments> passedOver() {
        return Stream.of(
                Arguments.of(OtherPlaces.OnInterface.class, "OnInterface.id"),
                Arguments.of(OtherPlaces.OnOverride.class, "OnOverride.id"));
    }

    @ParameterizedTest
    @MethodSource("passedOver")
    void shouldRefuseAnAnnotationThatHibernatePassesOver(Class<?> entity, String id) {
        assertThatThrownBy(() -> start(entity))
                .isInstanceOf(MintmarkMappingException.class)
                .hasMessageContaining("must be what makes the id")
                .hasMessageContaining(id + ";");
    }

    @Test
    void shouldRefuseTwoAnnotationsThatDiffer() {
        assertThatThrownBy(() -> start(OtherPlaces.TwoThatDiffer.class))
                .isInstanceOf(MintmarkMappingException.class)
                .hasMessageContaining("must have one @MintmarkId")
                .hasMessageContaining("TwoThatDiffer.id");
    }

    /** Hibernate itself may refuse an id that has two origins; nothing starts, whoever does. */
    @ParameterizedTest
    @MethodSource("derived")
    void shouldNotStartWithAnIdThatIsAnotherEntitys(Class<?> entity) {
        assertThatThrownBy(() -> start(OtherPlaces.Parent.class, entity))
                .hasStackTraceContaining(entity.getSimpleName());
    }

    static Stream<Class<?>> derived() {
        return Stream.of(OtherPlaces.OnDerived.class, OtherPlaces.OnAssociation.class, Places.OnEmbeddedId.class);
    }

    /**
     * Lines of Hibernate differ in whether the id of a complete file has the annotation: it issues ids, or is refused. The
     * annotation wins over a generator that a file gives the id.
     */
    @ParameterizedTest
    @ValueSource(strings = {"complete.orm.xml", "override.orm.xml", "id.orm.xml", "table.orm.xml"})
    void shouldNeverLeaveAnIdOfAMappingFileWithoutAWord(String file) {
        Map<String, Object> settings = counters.asSetting();
        try (SessionFactory unit = MappingFiles.start(Units.newH2(), file, settings)) {
            OtherPlaces.Parent parent = new OtherPlaces.Parent();
            unit.inTransaction(session -> session.persist(parent));
            assertThat(parent.id).isEqualTo(1L);
        } catch (MintmarkMappingException e) {
            assertThat(file).isEqualTo("complete.orm.xml");
            assertThat(e).hasMessageContaining("Parent.id").hasMessageContaining("the id in a mapping file");
        }
    }

    @Test
    void shouldStartWithAnEmbeddableThatNobodyUses() {
        try (SessionFactory unit =
                Units.start(Units.newH2(), counters.asSetting(), Places.Unused.class, OtherPlaces.Parent.class)) {
            assertThat(unit.getMetamodel().getEntities()).hasSize(1);
            assertThat(unit.getMetamodel().getEmbeddables()).isEmpty();
        }
    }

    private void start(Class<?>... entities) {
        Units.start(Units.newH2(), counters.asSetting(), entities).close();
    }
}
