package io.mintmark.storage.cutoff;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.storage.ChangeListener;
import io.mintmark.storage.DatabaseEntry;
import io.mintmark.storage.StorageEngine;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class ForwardingEngineTest {
    private static List<String> signatures(Class<?> type) {
        return Arrays.stream(type.getMethods())
                .filter(method -> !Modifier.isStatic(method.getModifiers()))
                .map(ForwardingEngineTest::signature)
                .toList();
    }

    private static String signature(Method method) {
        return method.getName() + Arrays.toString(method.getParameterTypes());
    }

    /** A verb that an engine has by default would otherwise be lost where it is wrapped, and nobody would notice. */
    @Test
    void shouldHandOnEveryVerb() throws NoSuchMethodException {
        List<String> handedOn = Arrays.stream(ForwardingEngine.class.getDeclaredMethods())
                .map(ForwardingEngineTest::signature)
                .toList();

        assertThat(signatures(StorageEngine.class))
                .contains(signature(StorageEngine.class.getMethod("open", DatabaseEntry.class, ChangeListener.class)))
                // Made of the verb that has a listener.
                .filteredOn(verb -> !verb.equals("open[class " + DatabaseEntry.class.getName() + "]"))
                .isSubsetOf(handedOn);
    }
}
