package io.mintmark.storage.cutoff;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.storage.Storage;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class ForwardingStorageTest {
    /** A verb that a storage has by default would otherwise be lost where it is wrapped, and nobody would notice. */
    @Test
    void shouldHandOnEveryVerb() {
        List<String> verbs = Arrays.stream(Storage.class.getMethods())
                .filter(method -> !Modifier.isStatic(method.getModifiers()) && isOfOne(method))
                .map(Method::getName)
                .toList();

        assertThat(verbs).contains("submit", "ceiling", "drawEtagAhead", "isToStayOpen");
        assertThat(Arrays.stream(ForwardingStorage.class.getDeclaredMethods()).map(Method::getName))
                .containsAll(verbs);
    }

    /** What waits for a verb's answer is made of the verb. */
    private static boolean isOfOne(Method method) {
        return !method.getName().equals("write");
    }
}
