package io.mintmark.storage.sqlite.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.RecordComponent;
import org.junit.jupiter.api.Test;

class StateRowTest {
    private static final Object[] COLUMNS = {"id", 1L, 2L, 3L, true, 4L, "owner", 5L, 6L, 7L};

    @Test
    void shouldTellARowApartByEachOfItsColumns() throws ReflectiveOperationException {
        StateRow row = row(COLUMNS);

        assertThat(row.isSameAs(row(COLUMNS))).isTrue();
        for (int i = 0; i < COLUMNS.length; i++) {
            Object[] changed = COLUMNS.clone();
            changed[i] = other(changed[i]);
            assertThat(row.isSameAs(row(changed)))
                    .as(StateRow.class.getRecordComponents()[i].getName())
                    .isFalse();
        }
    }

    private static Object other(Object value) {
        if (value instanceof Long number) {
            return number + 1;
        }
        return value instanceof Boolean flag ? !flag : value + "x";
    }

    private static StateRow row(Object... columns) throws ReflectiveOperationException {
        RecordComponent[] components = StateRow.class.getRecordComponents();
        Class<?>[] types = new Class<?>[components.length];
        for (int i = 0; i < types.length; i++) {
            types[i] = components[i].getType();
        }
        return StateRow.class.getDeclaredConstructor(types).newInstance(columns);
    }
}
