package io.mintmark.hibernate.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.hilo.HiLo;
import io.mintmark.hilo.StrictHiLo;
import io.mintmark.range.InMemoryRanges;
import io.mintmark.range.Refiller;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Looks at generators of tenants. */
final class TenantRefillerTest {
    private final List<Long> delays = new ArrayList<>();
    private final TenantRefiller refiller = new TenantRefiller(new Refiller() {
        @Override
        public void after(long delayNanos, Runnable watching) {
            delays.add(delayNanos);
        }

        @Override
        public void execute(Runnable asking) {
            throw new AssertionError("threads of the whole process");
        }
    });

    @Test
    void shouldLookTheMoreSeldomTheMoreGeneratorsThereAre() {
        List<StrictHiLo> generators = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            generators.add(HiLo.over(new InMemoryRanges()).refiller(refiller).strict());
        }
        refiller.after(10, () -> {});
        generators.subList(50, 1_000).forEach(StrictHiLo::close);
        refiller.after(10, () -> {});

        assertThat(delays).containsExactly(100L, 10L);
        assertThat(generators.get(0).next()).isEqualTo(1);
    }
}
