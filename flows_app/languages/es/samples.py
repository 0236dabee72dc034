"""Spanish words by which a message is told from those in other languages."""

from flows_app.languages.parts import Samples

SAMPLES = Samples(
    words="""
        yo mi mis tu tus su sus nos nuestro usted ustedes ellos ella lo los las les el la un una unos unas este esta
        estos estas ese esa eso esto que cual cuales quien como cuando donde cuanto cuanta cuantos cuantas por porque
        para con sin desde hasta entre sobre segun de del al en es son soy eres somos era fue ser estar estoy estas
        esta estan hay he has ha han tengo tienes tiene tenemos tener quiero quieres quiere queria quisiera querria
        necesito puedo puedes puede podria podrias me gustaria dame dime ponme pasame pasa pasale manda mandale envia
        enviale enviar mandar pagar paga transfiere muestra ensename ver mira mirar busca buscar reserva reservar
        compra comprar pide pedir cambia cambiar mueve bloquea bloquear he perdido perdi llama llamar abre cierra creo
        digo decir confirma confirmo confirmar cancela cancelar quise haz hacer hazlo ponlo mejor y o pero si no ni
        tambien tampoco muy mucho mucha muchos poco mas menos algo nada todo toda todos todas ambos otro otra otros
        cada solo ya uno dos tres cuatro cinco seis siete ocho nueve diez veinte treinta cuarenta cincuenta cien
        ciento mil hoy manana ayer semana mes ano dia tarde noche lunes martes miercoles jueves viernes sabado domingo
        euro euros dinero cuenta tarjeta recibo factura precio mesa habitacion personas gente nombre direccion
        telefono favor gracias hola buenos buenas dias perdon perdona siento luego ahora antes despues siempre nunca
        quiza vale claro bueno bien mal nuevo primero ultimo
    """
)
