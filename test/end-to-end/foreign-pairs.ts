/** Pairs in languages that the bundled verdict model does not read, written for this product. */
export interface ForeignPair {
  readonly language: 'de' | 'fr' | 'es';
  /** What a person who reads the language says of the claim: the source says so, says otherwise, or says nothing of it. */
  readonly kind: 'true' | 'false' | 'off_topic';
  readonly claim: string;
  readonly source: string;
}

type Texts = Readonly<Record<ForeignPair['kind'], readonly (readonly [claim: string, source: string])[]>>;

const GERMAN: Texts = {
  true: [
    [
      'Der Mieter muss drei Monate im Voraus kündigen.',
      'Das Mietverhältnis beginnt am 1. März. Die Kündigungsfrist beträgt für den Mieter drei Monate zum Monatsende.',
    ],
    [
      'Die Pumpe fördert bis zu 40 Liter in der Minute.',
      'Technische Daten: Gewicht 6,2 kg, Förderleistung höchstens 40 l/min. Der Schlauch gehört nicht zum Lieferumfang.',
    ],
    [
      'Der Stadtrat hat den Umbau der Bücherei gebilligt.',
      'Zu Punkt 4 berichtet Frau Kessler über die Bücherei. Der Rat stimmt dem Umbau mit elf zu vier Stimmen zu.',
    ],
    [
      'Das Freibad öffnet in diesem Jahr erst im Juni.',
      'Weil die Becken neu gefliest werden, beginnt die Badesaison nicht wie sonst im Mai, sondern am 14. Juni.',
    ],
    [
      'Wer nach 22 Uhr anreist, bekommt den Schlüssel aus einem Kasten.',
      'Unsere Rezeption ist bis 22 Uhr besetzt. Für spätere Gäste liegt der Schlüssel in einem Kasten neben dem Eingang.',
    ],
    [
      'Schäden durch Frost sind von der Garantie ausgenommen.',
      'Der Hersteller gewährt zwei Jahre Garantie auf alle Teile. Sie gilt nicht für Schäden, die durch Frost entstehen.',
    ],
    [
      'Herr Brandt leitet seit Januar die Abteilung Einkauf.',
      'Personalnachrichten: Zum 1. Januar hat Jonas Brandt die Leitung des Einkaufs von Petra Lohse übernommen.',
    ],
  ],
  false: [
    [
      'Die Kaution wird sofort beim Auszug zurückgezahlt.',
      'Der Vermieter zahlt die Kaution spätestens sechs Monate nach dem Auszug zurück, nachdem er alle Kosten geprüft hat.',
    ],
    [
      'Der Akku hält bei voller Last zwölf Stunden durch.',
      'Bei voller Last reicht eine Ladung des Akkus für fünf Stunden, im Sparbetrieb für etwa zwölf Stunden.',
    ],
    [
      'Die Buslinie 7 wird im Herbst eingestellt.',
      'Die Stadtwerke teilen mit: Die Linie 7 fährt ab Oktober häufiger, nämlich alle zehn Minuten. Die Linie 9 entfällt.',
    ],
    [
      'Frau Albers hat den Antrag auf mehr Personal abgelehnt.',
      'Frau Albers beantragt zwei weitere Stellen für die Werkstatt. Die Geschäftsleitung lehnt den Antrag ab.',
    ],
    [
      'Alle Mitarbeiter dürfen fünf Tage in der Woche zu Hause arbeiten.',
      'Beschäftigte können nach Absprache an höchstens zwei Tagen je Woche von zu Hause aus arbeiten.',
    ],
    [
      'Die Brücke war nach dem Hochwasser unbeschädigt.',
      'Das Hochwasser riss am Montag zwei Pfeiler der Brücke weg. Sie bleibt bis auf Weiteres gesperrt.',
    ],
    [
      'Das Reinigungsmittel eignet sich auch für Marmor.',
      'Anwendung: Fliesen, Glas und Edelstahl. Nicht auf Marmor oder anderem Kalkstein verwenden.',
    ],
  ],
  off_topic: [
    [
      'Der Verein hat im letzten Jahr viele neue Mitglieder gewonnen.',
      'Spülen Sie die Leitung vor dem ersten Gebrauch gründlich durch. Setzen Sie danach den Filter ein.',
    ],
    [
      'Die Milchpreise sind im Frühjahr deutlich gestiegen.',
      'Die Sitzung beginnt um 18 Uhr im kleinen Saal. Das Protokoll führt Herr Wieland.',
    ],
    [
      'Eine Fahrkarte für Kinder kostet die Hälfte.',
      'Der Auftragnehmer haftet nicht für Verzögerungen, die der Auftraggeber zu vertreten hat.',
    ],
    [
      'Das Museum zeigt Gemälde aus dem Barock.',
      'Die Schrauben sind mit einem Drehmoment von 12 Newtonmeter anzuziehen und nach einer Woche zu prüfen.',
    ],
    [
      'Im Norden des Landes hat es heftig geschneit.',
      'Der Arbeitnehmer erhält dreißig Tage Urlaub im Kalenderjahr. Resturlaub verfällt Ende März.',
    ],
    [
      'Die Schule bekommt eine neue Turnhalle aus Holz.',
      'Bestellungen ab 50 Euro liefern wir innerhalb Deutschlands kostenlos. Rücksendungen sind binnen 14 Tagen möglich.',
    ],
  ],
};

const FRENCH: Texts = {
  true: [
    [
      'Le locataire doit prévenir un mois avant de partir.',
      'Le bail est conclu pour un an. Le préavis que le locataire donne au propriétaire est d’un mois.',
    ],
    [
      'Cette perceuse pèse moins de deux kilos.',
      'Caractéristiques : puissance 750 W, poids 1,8 kg avec la batterie, garantie de trois ans.',
    ],
    [
      'Le conseil municipal a voté la rénovation de l’école.',
      'Point 3. Mme Garnier présente le projet de rénovation de l’école. Il est adopté par dix-sept voix contre deux.',
    ],
    [
      'Les travaux du pont dureront jusqu’au printemps.',
      'Le pont sera fermé aux voitures dès lundi. D’après la mairie, le chantier s’achèvera en avril prochain.',
    ],
    [
      'Les frais de port sont gratuits à partir de soixante euros d’achat.',
      'La livraison coûte 5,90 euros. Elle est offerte pour toute commande d’au moins 60 euros.',
    ],
    [
      'La nouvelle directrice travaillait auparavant à Lyon.',
      'Claire Besson prend la direction de l’hôpital en septembre, après dix ans passés dans une clinique lyonnaise.',
    ],
    [
      'Il ne faut pas laver ce manteau à la machine.',
      'Entretien : nettoyage à sec uniquement. Ne pas mettre en machine ni au sèche-linge.',
    ],
  ],
  false: [
    [
      'Le dépôt de garantie s’élève à trois mois de loyer.',
      'À la signature, le locataire verse un dépôt de garantie égal à un mois de loyer hors charges.',
    ],
    [
      'Le four atteint sa température en deux minutes.',
      'Le préchauffage prend environ douze minutes. La porte reste froide pendant la cuisson.',
    ],
    [
      'La bibliothèque restera fermée tous les samedis.',
      'À partir de mars, la bibliothèque ouvrira aussi le samedi, de dix heures à dix-sept heures.',
    ],
    [
      'Monsieur Perrin a refusé de signer le contrat.',
      'Le contrat a été signé mardi par M. Perrin au nom de la société. Mme Vidal était absente.',
    ],
    [
      'Les salariés à temps partiel n’ont droit à aucune prime.',
      'La prime de fin d’année est versée à tous les salariés, y compris à ceux qui travaillent à temps partiel.',
    ],
    [
      'L’incendie a fait plusieurs blessés dans l’immeuble.',
      'Le feu s’est déclaré au troisième étage vers minuit. Les habitants ont été évacués et personne n’a été blessé.',
    ],
    [
      'Le médicament peut être donné aux enfants de deux ans.',
      'Ce médicament est réservé aux adultes et aux enfants de plus de six ans. Demandez conseil à votre pharmacien.',
    ],
  ],
  off_topic: [
    [
      'Les vendanges ont commencé plus tôt cette année.',
      'Le prestataire remet chaque mois un rapport écrit au client. Toute modification demande un avenant.',
    ],
    [
      'Le train de nuit circule de nouveau entre les deux capitales.',
      'Vissez le pied sur le plateau, puis retournez la table et vérifiez qu’elle ne bouge pas.',
    ],
    [
      'Cette équipe a perdu ses trois derniers matchs.',
      'Présents : Mme Roux, M. Lemaire, M. Haddad. Excusée : Mme Colin. La séance est ouverte à neuf heures.',
    ],
    [
      'Le prix du beurre a doublé dans les supermarchés.',
      'La garantie ne couvre pas l’usure normale des pneus ni les rayures de la carrosserie.',
    ],
    [
      'Un orage violent a touché le sud de la région.',
      'Les congés doivent être demandés quatre semaines à l’avance auprès du responsable du service.',
    ],
    [
      'Le château accueille une exposition de tapisseries.',
      'Le mot de passe doit compter douze caractères et être changé tous les six mois.',
    ],
  ],
};

const SPANISH: Texts = {
  true: [
    [
      'El inquilino paga el alquiler a principios de cada mes.',
      'La renta se abonará dentro de los cinco primeros días de cada mes mediante transferencia a la cuenta del dueño.',
    ],
    [
      'La lavadora tiene una capacidad de ocho kilos.',
      'Ficha del producto: carga máxima 8 kg, 1.400 revoluciones por minuto, clase energética B.',
    ],
    [
      'El ayuntamiento aprobó la compra de dos autobuses eléctricos.',
      'Punto 5. Se somete a votación la adquisición de dos autobuses eléctricos. Queda aprobada por unanimidad.',
    ],
    [
      'La playa estuvo cerrada durante el fin de semana.',
      'Por la presencia de medusas, nadie pudo bañarse ni acceder a la playa entre el sábado y el domingo.',
    ],
    [
      'Los clientes pueden devolver los zapatos en treinta días.',
      'Aceptamos devoluciones de calzado sin usar hasta 30 días después de la entrega. El envío corre por cuenta del cliente.',
    ],
    [
      'La doctora Molina dirige ahora el centro de salud.',
      'Desde el lunes, el centro de salud tiene nueva directora: la doctora Elena Molina, que sucede a Javier Prados.',
    ],
    [
      'El horno se apaga solo cuando termina el tiempo.',
      'Al acabar la cocción suena una señal y el aparato se desconecta de forma automática.',
    ],
  ],
  false: [
    [
      'La fianza equivale a cuatro mensualidades.',
      'A la firma del contrato el arrendatario entrega una fianza de una mensualidad, que se devolverá al final.',
    ],
    [
      'El reloj se puede usar para bucear en el mar.',
      'El reloj resiste salpicaduras y lluvia. No debe sumergirse en agua ni usarse para nadar o bucear.',
    ],
    [
      'El mercado abrirá también los domingos por la tarde.',
      'El mercado amplía su horario entre semana hasta las nueve. Los domingos seguirá cerrado todo el día.',
    ],
    [
      'La señora Ortega votó a favor del presupuesto.',
      'El presupuesto salió adelante con seis votos. La señora Ortega y el señor Gil votaron en contra.',
    ],
    [
      'Los empleados nuevos no reciben ninguna formación.',
      'Durante las dos primeras semanas, cada empleado nuevo recibe cuarenta horas de formación en el taller.',
    ],
    [
      'El vuelo llegó a Sevilla antes de lo previsto.',
      'A causa de la niebla, el avión aterrizó en Sevilla con tres horas de retraso.',
    ],
    [
      'Este champú contiene perfume y alcohol.',
      'Champú suave para pieles sensibles. Fórmula sin alcohol, sin perfume y sin colorantes.',
    ],
  ],
  off_topic: [
    [
      'La cosecha de aceitunas fue muy escasa este año.',
      'El proveedor guardará los datos en servidores situados en la Unión Europea y los borrará al terminar el contrato.',
    ],
    [
      'El equipo local ganó la final en la prórroga.',
      'Desconecte el aparato antes de limpiarlo. No utilice productos abrasivos ni esponjas metálicas.',
    ],
    [
      'Muchos jóvenes vuelven a vivir en los pueblos.',
      'Asistentes: señora Vega, señor Campos y señor Rueda. Se aprueba el acta de la reunión anterior.',
    ],
    [
      'El precio de la luz bajó durante la primavera.',
      'La tarjeta de socio es personal y no se puede prestar a otra persona. Su pérdida debe comunicarse en recepción.',
    ],
    [
      'Un terremoto leve despertó a los vecinos de madrugada.',
      'Las horas extraordinarias se compensan con tiempo libre dentro de los tres meses siguientes.',
    ],
    [
      'La orquesta tocará obras de compositores alemanes.',
      'Aplique la pintura con rodillo en dos capas y deje secar seis horas entre una y otra.',
    ],
  ],
};

/** Twenty pairs a language. No claim stands word for word in its source. */
export const FOREIGN_PAIRS: readonly ForeignPair[] = Object.entries({ de: GERMAN, fr: FRENCH, es: SPANISH }).flatMap(
  ([language, texts]) =>
    Object.entries(texts).flatMap(([kind, pairs]) =>
      pairs.map(([claim, source]) => ({ language, kind, claim, source }) as ForeignPair),
    ),
);
