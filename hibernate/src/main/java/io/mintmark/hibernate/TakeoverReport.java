package io.mintmark.hibernate;

import io.mintmark.hibernate.takeover.IdsState;
import io.mintmark.hibernate.takeover.Names;
import io.mintmark.hibernate.takeover.Surroundings;
import io.mintmark.hibernate.takeover.TakeoverContributor;
import io.mintmark.hibernate.takeover.UnitTakeover;
import io.mintmark.hibernate.tenant.HiddenTenants;
import io.mintmark.hilo.HiLo;
import io.mintmark.hilo.HiLoBuilder;
import io.mintmark.range.RangeSource;
import jakarta.persistence.EntityManagerFactory;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import javax.sql.DataSource;
import org.hibernate.engine.jdbc.connections.internal.UserSuppliedConnectionProviderImpl;
import org.hibernate.engine.jdbc.connections.spi.ConnectionProvider;
import org.hibernate.engine.spi.SessionFactoryImplementor;

/**
 * The ids of a persistence unit that {@link MintmarkSettings#TAKEOVER} names, each by its entity and attribute such as
 * {@code Order.id}, and its state.
 *
 * @param taken ids that our generators make, and by which rule of which counter
 * @param pending ids whose counter nobody has looked at yet
 * @param left ids that Hibernate's own generators make, and why
 * @param refused ids that nobody makes, because their counter stands below ids that exist
 */
public record TakeoverReport(
        Map<String, String> taken, Map<String, String> pending, Map<String, String> left, Map<String, String> refused) {
    /** Keyed by the session factory's own number: the map must not keep the factory alive. */
    private static final Map<String, UnitTakeover> OPEN = new ConcurrentHashMap<>();

    /** Copies the maps. */
    public TakeoverReport {
        taken = Map.copyOf(taken);
        pending = Map.copyOf(pending);
        left = Map.copyOf(left);
        refused = Map.copyOf(refused);
    }

    /** Returns the state of {@code unit} now; empty maps where nothing is taken over, or the unit is closed. */
    public static TakeoverReport of(EntityManagerFactory unit) {
        UnitTakeover takeover =
                OPEN.get(unit.unwrap(SessionFactoryImplementor.class).getUuid());
        Map<String, UnitTakeover.Line> lines = takeover == null ? Map.of() : takeover.lines();
        return new TakeoverReport(
                in(IdsState.TAKEN, lines),
                in(IdsState.PENDING, lines),
                in(IdsState.LEFT, lines),
                in(IdsState.REFUSED, lines));
    }

    private static Map<String, String> in(IdsState state, Map<String, UnitTakeover.Line> lines) {
        Map<String, String> texts = new LinkedHashMap<>();
        lines.forEach((attribute, line) -> {
            if (line.state() == state) {
                texts.put(attribute, line.text());
            }
        });
        return texts;
    }

    /** Takes over what the settings of {@code factory} name, if they name something. */
    static void start(SessionFactoryImplementor factory, TakeoverContributor.Parts parts) {
        if (!factory.getProperties().containsKey(MintmarkSettings.TAKEOVER)) {
            return;
        }
        UnitSettings settings = UnitIssuers.of(factory).settings();
        Names names = settings.takeover().orElseThrow();
        try {
            OPEN.put(factory.getUuid(), UnitTakeover.start(factory, names, surroundings(factory, settings), parts));
        } catch (NoClassDefFoundError e) {
            throw new MintmarkMappingException(
                    MintmarkSettings.TAKEOVER + " must be able to read counters in the unit's database, which"
                            + " mintmark-jdbc does: add it",
                    e);
        }
    }

    /** Ends issuing in the session factory of that number, if it has a takeover; a second time does nothing. */
    static void end(String uuid) {
        UnitTakeover takeover = OPEN.remove(uuid);
        if (takeover != null) {
            takeover.close();
        }
    }

    private static Surroundings surroundings(SessionFactoryImplementor factory, UnitSettings settings) {
        Optional<UnitTenants> tenants = UnitIssuers.of(factory).tenants();
        return new Surroundings(
                connections(factory),
                tenancy(factory, tenants),
                () -> UnitSchema.of(factory),
                settings.lent()
                        .map(lender -> lent(lender, tenants))
                        .orElse((counter, source, block) ->
                                GeneratorsOverSources.over(settings, builder(tenants, source, block), counter)),
                settings.looksAtStart(),
                MintmarkMappingException::new);
    }

    private static Surroundings.Generators lent(CounterGenerators lender, Optional<UnitTenants> tenants) {
        return tenants.<Surroundings.Generators>map(known -> (counter, source, block) -> lender.generatorOfTenant(
                        counter, source, block, known.states().refiller()))
                .orElse(lender::generatorOver);
    }

    /** Where tenants are hidden, a further connection may lead to another place, with other counters of these names. */
    private static Optional<DataSource> connections(SessionFactoryImplementor factory) {
        ConnectionProvider provider = factory.getServiceRegistry().getService(ConnectionProvider.class);
        return provider == null || provider instanceof UserSuppliedConnectionProviderImpl || HiddenTenants.isIn(factory)
                ? Optional.empty()
                : Optional.of(UnitDataSource.over(provider, factory));
    }

    private static Optional<Surroundings.Tenancy> tenancy(
            SessionFactoryImplementor factory, Optional<UnitTenants> tenants) {
        return HiddenTenants.isIn(factory)
                ? Optional.empty()
                : tenants.map(known -> new Surroundings.Tenancy(known.states(), known::connections));
    }

    private static HiLoBuilder builder(Optional<UnitTenants> tenants, RangeSource source, long block) {
        HiLoBuilder builder = HiLo.over(source).rangeSize(Math.min(block, HiLoBuilder.RANGE_SIZE_MAX));
        return tenants.map(known -> builder.refiller(known.states().refiller())).orElse(builder);
    }
}
